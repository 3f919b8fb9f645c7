package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"io/fs"

	"referee/engine"
)

//go:embed templates/*.html
var templates embed.FS

//go:embed static
var files embed.FS

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogues holds the words of the page.
func Catalogues() fs.FS { return engine.CataloguesIn(catalogues, "bot/board/page") }

// Set is the templates, and the files that the pages load.
type Set struct {
	// Version names the files: what is in them never changes under it.
	Version string
	html    *template.Template
}

// New reads the templates.
func New() (*Set, error) {
	html, err := template.ParseFS(templates, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	sum := sha256.New()
	err = fs.WalkDir(files, "static", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		fmt.Fprintf(sum, "%s %d\n", path, len(text))
		sum.Write(text)
		return err
	})
	return &Set{Version: hex.EncodeToString(sum.Sum(nil)[:8]), html: html}, err
}

// Write writes a page: "front", "match", "enter" or "said".
func (s *Set) Write(w io.Writer, name string, data any) error {
	if err := s.html.ExecuteTemplate(w, name, data); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}

// Files has the files that pages load, in "static".
func Files() fs.FS { return files }

// File is one of the files that pages load; fs.ErrNotExist: there is none of that name.
func File(name string) ([]byte, error) { return files.ReadFile("static/" + name) }
