package browse

import (
	"strings"
	"sync"

	"referee/bot/board"
	boardpage "referee/bot/board/page"
	"referee/bot/locale"
	"referee/bot/test/localetest"
	"referee/cmd/games"
	"referee/engine"
)

// words holds the words of each game, by its id.
var words = sync.OnceValue(func() map[string]*locale.Words {
	out := map[string]*locale.Words{}
	for _, m := range games.Known() {
		g, err := m.Open(m.Files(), m.Law)
		if err != nil {
			panic(err)
		}
		if out[m.ID], err = locale.New(g.Info(), board.Catalogues(), boardpage.Catalogues()); err != nil {
			panic(err)
		}
	}
	return out
})

// told returns what *America Triumphant* says in English.
func told(key string, args ...engine.Arg) string {
	return words()["america-triumphant"].Say("en", engine.Say(key, args...))
}

// celles returns what *Celles* says in English.
func celles(key string, args ...engine.Arg) string {
	return words()["celles"].Say("en", engine.Say(key, args...))
}

// page returns a label of the board’s page in English.
func page(key string) string { return localetest.Told("en", "web.page."+key) }

// until is a text up to a mark, such as a question up to what can be typed.
func until(mark, text string) string {
	before, _, _ := strings.Cut(text, mark)
	return before
}

// The questions of a first turn of *Celles*.

func activates() string { return celles("prompt.activate", engine.Noun("formation", "lehr")) }

func oneCanAct() string { return until(":", celles("prompt.move", engine.Num("units", 1))) }

func draws() string { return until(";", celles("prompt.draw", engine.Num("left", 1))) }

// left is how the question to a unit that moves begins: how many MP it has left.
func left(mp int) string {
	return until(":", celles("prompt.move.on", engine.Noun("unit", "2pz-recon"), engine.Num("left", mp)))
}
