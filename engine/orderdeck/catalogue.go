package orderdeck

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"

	"referee/engine"
)

//go:embed locale/*.toml
var files embed.FS

// Catalogues returns the catalogues of a game that uses this package: its own with the words of this package in front. Its
// own must begin with keys outside tables.
func Catalogues(own fs.FS) fs.FS {
	joined := map[string]string{}
	for _, lang := range engine.Languages {
		words, err := engine.Catalogue(engine.CataloguesIn(files, "engine/orderdeck"), lang)
		if err != nil {
			panic("orderdeck: " + err.Error()) // they are embedded
		}
		game, err := engine.Catalogue(own, lang)
		if err != nil {
			return own // its reader is told what is wrong with it
		}
		joined[lang+".toml"] = words + "\n" + game
	}
	if c, ok := own.(engine.Catalogues); ok {
		c.FS = engine.Overlay(c.FS, joined)
		return c
	}
	return engine.Overlay(own, joined)
}

// readings are the paragraphs of our interpretations, by their numbers from 1.
var readings = strings.Fields("10 2 3 3.7 3 3.7 3.5 3.5 3.5 4 4 4 4 4 7 5.2.2 5.2.2 5.2.2 5.2.4 5.3 8 9 10A 10A 10B 10B 10C 3.2 4 5.1 10 5.2.2 5.3 10B")

// Readings are our interpretations, as a game lists them.
func Readings() []engine.Reading {
	list := make([]engine.Reading, len(readings))
	for i, rule := range readings {
		list[i] = engine.Reading{Rule: rule, Key: "orderdeck.reading." + strconv.Itoa(i+1)}
	}
	return list
}
