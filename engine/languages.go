package engine

import (
	"fmt"
	"io/fs"
)

// Languages lists the tags of the languages in which the program speaks, the fallback first. Every
// package with words of its own has a catalogue for each: "fr.toml".
var Languages = []string{"en", "fr", "es"}

// TypedForm ends the key of the form of a message for readers who type their orders: "prompt.move.typed".
// The form under the key itself is for readers who have buttons.
const TypedForm = ".typed"

// Catalogues holds the catalogues of one package.
type Catalogues struct {
	fs.FS
	Path string // of their folder in the module
}

// ReadFile reads a catalogue, by way of the ReadFile of FS if that has one.
func (c Catalogues) ReadFile(name string) ([]byte, error) { return fs.ReadFile(c.FS, name) }

// CataloguesIn returns the catalogues in the folder "locale" that is embedded in a package; dir is
// the package's own folder in the module. It panics if the folder is missing.
func CataloguesIn(built fs.FS, dir string) fs.FS {
	return Catalogues{FS: Folder(built, "locale"), Path: dir + "/locale"}
}

// CatalogueFile returns the name of the catalogue of one language for error messages: with its path
// in the module, if that is known.
func CatalogueFile(catalogues fs.FS, lang string) string {
	if c, ok := catalogues.(Catalogues); ok {
		return c.Path + "/" + lang + ".toml"
	}
	return lang + ".toml"
}

// Catalogue reads the file of one language. The error names the file.
func Catalogue(catalogues fs.FS, lang string) (string, error) {
	text, err := fs.ReadFile(catalogues, lang+".toml")
	if err != nil {
		return "", fmt.Errorf("catalogue %s: %w", CatalogueFile(catalogues, lang), err)
	}
	return string(text), nil
}
