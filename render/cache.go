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

// baseCache keeps the most recently used painted maps, up to a number of bytes.
type baseCache struct {
	bound int
	mu    sync.Mutex
	bytes int
	kept  []*keptBase // last used last
}

type keptBase struct {
	key  baseKey
	size int
	once sync.Once
	pic  *image.Paletted // written under the cache's lock
}

func newBaseCache(bound int) *baseCache { return &baseCache{bound: bound} }

// get returns a painted map of so many bytes, and paints it if it is not cached.
// Callers that ask for the same map wait for one painting.
func (c *baseCache) get(key baseKey, bytes int, paint func() *image.Paletted) *image.Paletted {
	c.mu.Lock()
	i := slices.IndexFunc(c.kept, func(k *keptBase) bool { return k.key == key })
	var k *keptBase
	if i >= 0 {
		k = c.kept[i]
		c.kept = append(slices.Delete(c.kept, i, i+1), k)
	} else {
		k = &keptBase{key: key, size: bytes}
		c.kept = append(c.kept, k)
		c.bytes += bytes
	}
	c.mu.Unlock()
	k.once.Do(func() {
		pic := paint()
		c.mu.Lock()
		k.pic = pic
		c.mu.Unlock()
	})
	if i < 0 {
		c.shrink()
	}
	return k.pic
}

// shrink drops the least recently used maps until the limit is kept.
func (c *baseCache) shrink() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.bytes > c.bound && len(c.kept) > 1 && c.kept[0].pic != nil {
		c.bytes -= c.kept[0].size
		c.kept = slices.Delete(c.kept, 0, 1)
	}
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
