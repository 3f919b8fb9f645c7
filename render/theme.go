package render

import (
	"fmt"
	"image/color"
)

// Ink names what a colour is for. A Theme says what it looks like.
type Ink string

// Theme is a set of colours. Make one with Light.
type Theme struct {
	Name string
	// inks holds the colour of every Ink.
	inks map[Ink]color.NRGBA
	// lands are the inks that the map is made of, tints those laid thinly over
	// them, and grounds the other inks that letters and lines stand on. From
	// them come the 256 colours of a picture.
	lands, tints, grounds []Ink
}

// ink returns a colour; an unknown one is transparent, and so is "".
func (t Theme) ink(i Ink) color.NRGBA { return t.inks[i] }

// bands is the number of colours that formations have; more begin again.
const bands = 10

func bandInk(n int) Ink { return Ink(fmt.Sprintf("band%d", ((n%bands)+bands)%bands)) }

// Light is the theme of a printed map.
func Light() Theme {
	t := Theme{
		Name:  "light",
		lands: []Ink{"clear", "field1", "field2", "rough", "woods", "crown", "leaf", "shade", "town"},
		tints: []Ink{"area-axis", "area-allies", "area-commons", "reach-area", "risk-area"},
		grounds: []Ink{
			"paper", "block", "water", "river", "highway", "panel", "label", "day", "night",
			"axis", "allies", "commons", "neutral", "axis-used", "allies-used", "commons-used", "neutral-used", "symbol",
		},
		inks: map[Ink]color.NRGBA{},
	}
	for name, hex := range map[Ink]uint32{
		"paper": 0xc9c3b4ff, "clear": 0xf0e9cbff, "field1": 0xe9e3bbff, "field2": 0xf3e3bcff,
		"rough": 0xd8c190ff, "hill": 0x9c7c4aff, "slope": 0xc4a873ff,
		"woods": 0xb4cc8eff, "crown": 0x7aa35cff, "leaf": 0x94b971ff, "shade": 0x52763fff,
		"town": 0xdcd2c3ff, "block": 0xa6584bff, "roof": 0xc07a67ff, "wall": 0x5f2c24ff,
		"water": 0x9cc6e4ff, "wave": 0x5b93c2ff,
		"grid": 0x4d442f66, "number": 0x5f553fff, "number-halo": 0xfaf5e470, "ink": 0x1f1b16ff, "faint": 0x7a6f5bff,
		"halo": 0xfaf5e4e6, "river": 0x6cabd9ff, "bank": 0x2a6398ff, "shine": 0x9ccbebff, "river-name": 0x164a7dff,
		"road": 0xfffaf0ff, "road-edge": 0x82694bff, "highway": 0xdb5a3fff, "highway-edge": 0x76251aff,
		"highway-line": 0xffe9a8ff, "bridge": 0x2c2620ff,
		"area-axis": 0x5d68753a, "area-allies": 0x6f7f2a3a, "area-commons": 0x8a5a2a3a, "area-neutral": 0xffffff60,
		"border-axis": 0x55606ce0, "border-allies": 0x66752ce0, "border-commons": 0x8a5a2ae0, "border-neutral": 0xffffffe0,
		"entry": 0x1f1b16c0, "vp": 0xf3c530ff, "vp-edge": 0x6b5108ff,
		"panel": 0xf1ead6ff, "panel-edge": 0xa99b7dff, "bar": 0x38332bff, "bar-text": 0xf6f0dfff, "bar-faint": 0xcfc5aeff,
		"label": 0xfffdf5ff, "day": 0xfdf3c8ff, "night": 0x35476bff, "sun": 0xe59a12ff, "moon": 0xf2ecd0ff, "here": 0xd8401fff,
		"axis": 0xa9afb3ff, "axis-used": 0x7e858bff, "axis-edge": 0x2b3136ff,
		"allies": 0x9fab62ff, "allies-used": 0x747e45ff, "allies-edge": 0x2a300fff,
		"commons": 0xc9a877ff, "commons-used": 0x94754aff, "commons-edge": 0x3c2a12ff,
		"neutral": 0xf6f3eaff, "neutral-used": 0xb9b5a8ff, "neutral-edge": 0x39362fff,
		"symbol": 0xf8f6eeff, "shadow": 0x1f1b1670, "stripe": 0xffffffb0, "hatch": 0x1f1b1660, "used-strip": 0x26221cff,
		"bolt": 0xff8c1aff, "supply": 0xffd21fff, "isolated": 0xd11f1fff, "white": 0xffffffff,
		"active": 0xffd400ff, "activated": 0xfff6c0ff, "halo-dark": 0x1f1b16d0,
		"reach": 0x2a9d4bff, "reach-area": 0x2fae5540, "risk": 0xc77700ff, "risk-area": 0xf0a02050,
		"zoc": 0xc4281ca0, "blocked": 0xb01515ff, "source": 0x1d7a3aff,
		"target": 0xd6201aff, "attacker": 0x1c4fd0ff, "from": 0x5a5348ff, "to": 0x151515ff,
		"way-move": 0x1f5fd6f0, "way-supply": 0x1d8a3af0, "way-attack": 0xd6201af0, "way-retreat": 0xe07b00f0,
		"way-advance": 0x0f6b3cf0, "way-infiltrate": 0x8a2be2f0,
		"band0": 0xb3261eff, "band1": 0x1f5fa8ff, "band2": 0x2b2b2bff, "band3": 0x6c3fa0ff, "band4": 0x8a4b12ff,
		"band5": 0x0f766eff, "band6": 0xa3246dff, "band7": 0x2f6b2fff, "band8": 0x24357aff, "band9": 0xb45309ff,
	} {
		t.inks[name] = color.NRGBA{uint8(hex >> 24), uint8(hex >> 16), uint8(hex >> 8), uint8(hex)}
	}
	return t
}
