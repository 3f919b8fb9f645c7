package render

import (
	"image"
	"slices"
	"sync"

	"referee/engine"
)

// baseKey names a painted map.
type baseKey struct {
	board *engine.Board
	scale float64
}

// cache keeps what takes long to make, up to a size: what was used longest ago is forgotten.
type cache[K comparable, V any] struct {
	bound int
	mu    sync.Mutex
	size  int
	kept  []*entry[K, V] // last used last
}

type entry[K comparable, V any] struct {
	key  K
	size int
	get  func() V
}

// get returns a value of a size, and makes it if it is not kept. Callers that ask for the same one at once wait until it
// is made once.
func (c *cache[K, V]) get(key K, size int, produce func() V) V {
	c.mu.Lock()
	e := &entry[K, V]{key, size, sync.OnceValue(produce)}
	if i := slices.IndexFunc(c.kept, func(e *entry[K, V]) bool { return e.key == key }); i >= 0 {
		e = c.kept[i]
		c.kept = slices.Delete(c.kept, i, i+1)
	} else {
		c.size += size
	}
	c.kept = append(c.kept, e)
	for c.size > c.bound && len(c.kept) > 1 {
		c.size -= c.kept[0].size
		c.kept = slices.Delete(c.kept, 0, 1)
	}
	c.mu.Unlock()
	return e.get()
}

// sprite is a painted counter.
type sprite struct {
	pic *image.RGBA
	at  image.Point // of its origin from the counter's middle
}

// spriteCache keeps painted counters.
type spriteCache struct {
	mu    sync.Mutex
	bytes int
	kept  map[string]sprite
}

// maxSpriteBytes bounds the memory of painted counters.
const maxSpriteBytes = 32 << 20

func newSpriteCache() *spriteCache { return &spriteCache{kept: map[string]sprite{}} }

func (c *spriteCache) get(key string, paint func() sprite) sprite {
	c.mu.Lock()
	s, ok := c.kept[key]
	c.mu.Unlock()
	if ok {
		return s
	}
	s = paint()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes > maxSpriteBytes {
		clear(c.kept)
		c.bytes = 0
	}
	c.kept[key] = s
	c.bytes += len(s.pic.Pix)
	return s
}
