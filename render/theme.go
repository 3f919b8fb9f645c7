package render

import (
	"image/color"
	"maps"
	"slices"
	"sync"

	"referee/engine"
)

// Ink names the purpose of a colour. A Theme assigns the colour.
type Ink string

// Theme is a set of colours. Make one with Light or Dark.
type Theme struct {
	Name string
	// inks holds the colour of every Ink.
	inks map[Ink]color.NRGBA
	// lands are the inks that the map is made of, tints those laid thinly over them,
	// and grounds the other inks that letters and lines stand on. The 256 colours of a
	// picture are made from them.
	lands, tints, grounds []Ink
	// palette is made when it is first needed.
	palette func() *palette
	// games are the theme with the colours of games, by the vocabularies that bring them: all that
	// paint with one share its palette.
	games *cache[*engine.Vocabulary, Theme]
}

// ink returns a colour; an unknown one is transparent, and so is "".
func (t Theme) ink(i Ink) color.NRGBA { return t.inks[i] }

// bands is the number of colours for formations; after the last one they begin again.
const bands = 10

// Light returns the theme of a printed map.
func Light() Theme { return light() }

// Dark returns the theme of the same map by night, for dark pages.
func Dark() Theme { return dark() }

// Each theme is made once: its palette is shared by all that paint with it.
var (
	light = sync.OnceValue(makeLight)
	dark  = sync.OnceValue(makeDark)
)

func makeLight() Theme {
	return theme("light", map[Ink]uint32{
		"paper": 0xc9c3b4ff, "veil": 0xc9c3b4c8, "clear": 0xf0e9cbff, "field1": 0xe7e3b4ff, "field2": 0xf4e2b8ff, "hedge": 0xb3bb86ff, "rough": 0xd8c190ff,
		"hill": 0x9c7c4aff, "slope": 0xc4a873ff, "woods": 0xb4cc8eff, "crown": 0x7aa35cff, "leaf": 0x94b971ff,
		"shade": 0x52763fff, "town": 0xdcd2c3ff, "block": 0xa6584bff, "roof": 0xc07a67ff, "wall": 0x5f2c24ff,
		"water": 0x9cc6e4ff, "wave": 0x5b93c2ff, "grid": 0x4d442f66, "number": 0x463f2eff, "number-halo": 0xfaf5e4b4,
		"ink": 0x1f1b16ff, "type": 0x1f1b16ff, "faint": 0x665c49ff, "halo": 0xfaf5e4e6, "way-halo": 0xfaf5e4e6, "river": 0x6cabd9ff, "bank": 0x2a6398ff,
		"shine": 0x9ccbebff, "river-name": 0x164a7dff, "road": 0xfffaf0ff, "road-edge": 0x82694bff,
		"highway": 0xdb5a3fff, "highway-edge": 0x76251aff, "highway-line": 0xffe9a8ff, "bridge": 0x2c2620ff,
		"area-neutral": 0xffffff60, "border-neutral": 0xffffffe0, "entry": 0x1f1b16c0, "vp": 0xf3c530ff, "vp-edge": 0x6b5108ff,
		"panel": 0xf1ead6ff, "panel-edge": 0xa99b7dff, "bar": 0x38332bff, "bar-text": 0xf6f0dfff,
		"bar-faint": 0xcfc5aeff, "label": 0xfffdf5ff, "sun": 0xe59a12ff,
		"moon": 0xf2ecd0ff, "here": 0xd8401fff, "neutral": 0xf6f3eaff, "neutral-used": 0xb9b5a8ff,
		"neutral-edge": 0x39362fff, "symbol": 0xf8f6eeff, "rim": 0x12110dff, "shadow": 0x1f1b1670,
		"stripe": 0xffffffb0, "hatch": 0x1f1b1660, "used-strip": 0x26221cff, "bolt": 0xff8c1aff,
		"supply": 0xffd21fff, "isolated": 0xd11f1fff, "white": 0xffffffff, "active": 0xffd400ff,
		"activated": 0xfff6c0ff, "halo-dark": 0x1f1b16d0, "reach": 0x1f7a38ff, "reach-area": 0x2fae5540,
		"risk": 0x985800ff, "risk-area": 0xf0a02050, "guess": 0x6b3fa0ff, "guess-area": 0x8a4fd040, "zoc": 0xd0453aff, "blocked": 0xb01515ff, "source": 0x1d7a3aff,
		"target": 0xc01a15ff, "attacker": 0x1c4fd0ff, "from": 0x5a5348ff, "to": 0x151515ff, "way-move": 0x1f5fd6ff,
		"chance": 0x2f6fb3ff, "chance-rest": 0xd9cfb6ff, "shield": 0xfffdf5ff, "shield-edge": 0x76251aff,
		"way-supply": 0x187433ff, "way-attack": 0xc41c17ff, "way-retreat": 0xad5800ff, "way-advance": 0x0f6b3cff,
		"way-infiltrate": 0x8a2be2ff, "band0": 0xb3261eff, "band1": 0x1f5fa8ff, "band2": 0x2b2b2bff,
		"band3": 0x6c3fa0ff, "band4": 0x8a4b12ff, "band5": 0x0f766eff, "band6": 0xa3246dff, "band7": 0x2f6b2fff,
		"band8": 0x24357aff, "band9": 0xb45309ff,
	})
}

const darkName = "dark"

func makeDark() Theme {
	return theme(darkName, map[Ink]uint32{
		"paper": 0x15171aff, "veil": 0x15171ac8, "clear": 0x2c3029ff, "field1": 0x323a2bff, "field2": 0x383428ff, "hedge": 0x3d4a35ff, "rough": 0x54422cff,
		"hill": 0xa08a62ff, "slope": 0x6a5739ff, "woods": 0x1f3325ff, "crown": 0x2b4a30ff, "leaf": 0x365b3aff,
		"shade": 0x132018ff, "town": 0x3b3633ff, "block": 0x8b4b3fff, "roof": 0xa5604fff, "wall": 0x160c0aff,
		"water": 0x1f4a6eff, "wave": 0x3b78a8ff, "grid": 0xe8e0c838, "number": 0xc9c4afff, "number-halo": 0x101214b8,
		"ink": 0xf1ebd9ff, "type": 0x1f1b16ff, "faint": 0xb5ac97ff, "halo": 0x101214e6, "way-halo": 0xf3eddcd8, "river": 0x2b6ea3ff, "bank": 0x123553ff,
		"shine": 0x4c93c8ff, "river-name": 0xa8d4f7ff, "road": 0xa89f8aff, "road-edge": 0x17150fff,
		"highway": 0xc24e38ff, "highway-edge": 0x1d0a07ff, "highway-line": 0xe8c27aff, "bridge": 0xe6dfccff,
		"area-neutral": 0xffffff28, "border-neutral": 0xffffffe0, "entry": 0xefe6cdc0, "vp": 0xf3c530ff, "vp-edge": 0x3a2c04ff,
		"panel": 0x1b1e22ff, "panel-edge": 0x4a4f57ff, "bar": 0x0d0f11ff, "bar-text": 0xf3eddcff,
		"bar-faint": 0xb9b09bff, "label": 0x25292fff, "sun": 0xe59a12ff,
		"moon": 0xf2ecd0ff, "here": 0xff6a45ff, "neutral": 0xf6f3eaff, "neutral-used": 0xb9b5a8ff,
		"neutral-edge": 0x39362fff, "symbol": 0xf8f6eeff, "rim": 0xf2ead2ff, "shadow": 0x00000090,
		"stripe": 0xffffffb0, "hatch": 0x1f1b1660, "used-strip": 0x26221cff, "bolt": 0xff8c1aff,
		"supply": 0xffd21fff, "isolated": 0xd11f1fff, "white": 0xffffffff, "active": 0xffd400ff,
		"activated": 0xfff6c0ff, "halo-dark": 0x0b0c0ed8, "reach": 0x1c7a38ff, "reach-area": 0x39c46a38,
		"risk": 0x985800ff, "risk-area": 0xf0a02042, "guess": 0x7a50b8ff, "guess-area": 0xa070f048, "zoc": 0xe0564aff, "blocked": 0xc41d1dff, "source": 0x1d7a3aff,
		"target": 0xc01a15ff, "attacker": 0x1c4fd0ff, "from": 0x6a6459ff, "to": 0x5a3fb0ff, "way-move": 0x1f5fd6ff,
		"chance": 0x5b9bd8ff, "chance-rest": 0x3a4048ff, "shield": 0x25292fff, "shield-edge": 0xc24e38ff,
		"way-supply": 0x187433ff, "way-attack": 0xc41c17ff, "way-retreat": 0xad5800ff, "way-advance": 0x0f6b3cff,
		"way-infiltrate": 0x8a2be2ff, "band0": 0xb3261eff, "band1": 0x1f5fa8ff, "band2": 0x2b2b2bff,
		"band3": 0x6c3fa0ff, "band4": 0x8a4b12ff, "band5": 0x0f766eff, "band6": 0xa3246dff, "band7": 0x2f6b2fff,
		"band8": 0x24357aff, "band9": 0xb45309ff,
	})
}

// Both themes have the same inks: own finds the ink for a colour that both have.
var own = sync.OnceValue(func() map[engine.Colour]Ink {
	out := map[engine.Colour]Ink{}
	for i, c := range light().inks {
		k := engine.Colour{Light: number(c), Dark: number(dark().ink(i))}
		if first, ok := out[k]; !ok || i < first {
			out[k] = i
		}
	}
	return out
})

// shades is a colour with both its numbers.
func shades(c engine.Colour) engine.Colour {
	if c.Dark == 0 {
		c.Dark = c.Light
	}
	return c
}

func number(c color.NRGBA) uint32 {
	return uint32(c.R)<<24 | uint32(c.G)<<16 | uint32(c.B)<<8 | uint32(c.A)
}

func shade(n uint32) color.NRGBA {
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}
}

func (t Theme) has(i Ink) bool {
	_, ok := t.inks[i]
	return ok
}

// with is the theme with the colours that a game brings.
func (t Theme) with(b *book) Theme {
	if len(b.inks) == 0 {
		return t
	}
	return t.games.get(b.words, 1, func() Theme { return t.learned(b) })
}

// learned makes the theme with the colours that a game brings.
func (t Theme) learned(b *book) Theme {
	t.inks = maps.Clone(t.inks)
	for i, c := range b.inks {
		if c = shades(c); t.Name == darkName {
			c.Light = c.Dark
		}
		t.inks[i] = shade(c.Light)
	}
	t.lands = slices.Concat(t.lands, b.lands)
	t.tints = slices.Concat(b.tints.first, t.tints, b.tints.last)
	var grounds []Ink
	for _, i := range t.grounds {
		switch i {
		case "neutral":
			grounds = append(append(grounds, b.skies...), b.bodies...)
		case "neutral-used":
			grounds = append(grounds, b.worn...)
		}
		grounds = append(grounds, i)
	}
	t.grounds = grounds
	t.palette = sync.OnceValue(func() *palette { return newPalette(t) })
	return t
}

// Themes lists the themes.
func Themes() []Theme { return []Theme{Light(), Dark()} }

func theme(name string, colours map[Ink]uint32) Theme {
	t := Theme{
		Name:  name,
		lands: []Ink{"clear", "field1", "field2", "hedge", "rough", "woods", "crown", "leaf", "shade", "town"},
		tints: []Ink{"reach-area", "risk-area", "veil"},
		grounds: []Ink{
			"paper", "block", "water", "river", "highway", "panel", "label", "neutral", "neutral-used", "symbol",
		},
		inks:  map[Ink]color.NRGBA{},
		games: &cache[*engine.Vocabulary, Theme]{bound: maxStudios},
	}
	for name, c := range colours {
		t.inks[name] = shade(c)
	}
	t.palette = sync.OnceValue(func() *palette { return newPalette(t) })
	return t
}
