package browse

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/test/browsertest"
)

var drawing = flag.String("pictures", "", "draw what a newcomer sees of both games into this directory, on every screen, in English and in French")

// shown are the pictures of docs/pictures.
var shown = []string{
	"celles-desktop-en-front", "celles-desktop-dark-en-course", "celles-desktop-en-opening", "celles-desktop-en-odds", "celles-desktop-en-result", "celles-desktop-dark-fr-news",
	"celles-phone-en-front", "celles-phone-fr-course", "celles-phone-dark-en-opening", "celles-phone-dark-fr-odds", "celles-phone-en-news",
	"america-desktop-dark-fr-opening", "america-desktop-en-odds", "america-desktop-en-result", "america-phone-en-opening", "america-phone-dark-fr-odds",
}

// kinds are the screens of the pictures.
var kinds = []screen{
	{"desktop", []browsertest.Option{browsertest.Sized(1440, 900, false)}},
	{"desktop-dark", []browsertest.Option{browsertest.Sized(1440, 900, false), browsertest.Dark}},
	{"phone", []browsertest.Option{browsertest.Phone}},
	{"phone-dark", []browsertest.Option{browsertest.Phone, browsertest.Dark}},
}

// TestPictures draws what a newcomer sees: the first page, the course, an opening turn, an attack from its first click to its
// result, and the computer's phase after it. Look at them, one by one.
func TestPictures(t *testing.T) {
	if *drawing == "" && !*update {
		t.Skip("drawn with -slow and -pictures DIR, or with -update those of docs/pictures")
	}
	if *drawing != "" {
		if err := os.MkdirAll(*drawing, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, game := range []string{"celles", "america-triumphant"} {
		for _, lang := range []string{"en", "fr"} {
			for _, s := range kinds {
				first, _, _ := strings.Cut(game, "-")
				name := strings.Join([]string{first, s.name, lang}, "-")
				if *drawing == "" && !slices.ContainsFunc(shown, func(one string) bool { return strings.HasPrefix(one, name+"-") }) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					newcomerTo(t, game, lang, s.options, func(r *reader, where string) { r.draws(t, name+"-"+where) })
				})
			}
		}
	}
}

// draws keeps a picture of what is seen; nothing is lit because the pointer was left on it.
func (r *reader) draws(t *testing.T, name string) {
	t.Helper()
	r.rest()
	if r.mouse && !strings.HasSuffix(name, "-tip") {
		r.Aside()
	}
	seen := r.Screenshot()
	keep := func(file string, picture []byte) {
		t.Helper()
		if err := os.WriteFile(file, picture, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if *drawing != "" {
		keep(filepath.Join(*drawing, name+".png"), seen)
	}
	if *update && slices.Contains(shown, name) {
		keep(filepath.Join("..", "..", "..", "docs", "pictures", "board-"+name+".jpg"), small(t, seen))
	}
}
