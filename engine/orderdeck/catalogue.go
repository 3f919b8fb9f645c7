package orderdeck

import (
	"embed"
	"io/fs"

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
