package referee

import (
	"io/fs"
	"maps"
	"sync"

	"referee/engine"
	"referee/engine/match"
)

// OpenOnce opens the data set built in once for each law: nearly all matches are over it, and a game never changes. Any
// other is opened whenever it is asked for.
func OpenOnce(files func() fs.FS, open func(fs.FS, int) (engine.Game, error)) func(fs.FS, int) (engine.Game, error) {
	var mu sync.Mutex
	opened := map[int]engine.Game{}
	built := sync.OnceValues(func() (match.Data, error) { return match.LoadData(files()) })
	return func(data fs.FS, law int) (engine.Game, error) {
		held, err := match.LoadData(data)
		if ours, fault := built(); err != nil || fault != nil || !maps.Equal(held, ours) {
			return open(data, law)
		}
		mu.Lock()
		defer mu.Unlock()
		g := opened[law]
		if g == nil {
			if g, err = open(data, law); err == nil {
				opened[law] = g
			}
		}
		return g, err
	}
}
