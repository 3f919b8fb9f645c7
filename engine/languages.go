package engine

import (
	"fmt"
	"io/fs"
)

// Languages lists the languages that everything is said in, by their tags; the fallback
// comes first. Every package with words of its own has a catalogue for each: "fr.toml".
var Languages = []string{"en", "fr", "es"}

// Catalogues holds the catalogues of one package.
type Catalogues struct {
	fs.FS
	Path string // of their folder in the module
}

// CataloguesIn are the catalogues in a folder "locale" that is built into a package; dir is
// the package's own folder in the module. It panics where there is none.
func CataloguesIn(built fs.FS, dir string) fs.FS {
	return Catalogues{FS: Folder(built, "locale"), Path: dir + "/locale"}
}

// CatalogueFile is the file of one language, as an error names it: with its path in the
// module, where that is known.
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
