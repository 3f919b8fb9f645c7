package discord

import (
	"context"
	"fmt"
	"testing"
	"time"

	"referee/engine/dice"
	"referee/render"
)

// soloPrefaces are what stands before the transcript of a match against the computer.
var soloPrefaces = map[string]struct{ title, text string }{
	"en": {
		"Against the computer in Discord", "Anna plays Celles against the captain, and asks why it did what it did. This is what she sees: what stands in brackets is a button, ▾ a menu." +
			" A test plays it and writes it down.",
	},
	"fr": {
		"Contre l’ordinateur dans Discord", "Anna joue à Celles contre le capitaine, et demande pourquoi il a fait ce qu’il a fait. Voici ce qu’elle voit : entre crochets, un bouton ; ▾, un menu." +
			" Un test joue la partie et la transcrit.",
	},
}

// soloDice are what the dice and the cups bring in that match, so that something happens.
var soloDice = dice.Listed{"combat", "lehr", "9", "extra_move", "2arm", "2pz", "8", "6", "3", "allied_air", "2arm", "7"}

// newSoloist makes a club in which one member plays against a program.
func newSoloist(t *testing.T, lang string) *reporter {
	t.Helper()
	c := newClub(t, 1, paintMap(), cellesGame, locales4[lang])
	c.games = served(t)
	c.dice, c.animate, c.paintCounter, c.poll = soloDice, animateMap(), render.New(render.Options{}).Counter, time.Hour
	c.kill()
	return newReporterOf(c, "computer-"+lang, lang)
}

// computer plays the first turn against the captain.
func (r *reporter) computer(ctx context.Context, lang string) {
	r.t.Helper()
	const anna = 0
	fmt.Fprintf(&r.text, "# %s\n\n%s\n\n", soloPrefaces[lang].title, soloPrefaces[lang].text)
	r.slash(ctx, anna, "help")
	r.slash(ctx, anna, "match new", "level:captain", "side:german", "language:"+lang)
	r.press(ctx, anna, "pick", "draw")
	r.press(ctx, anna, "pick", "lehr")
	r.press(ctx, anna, "hint", "")
	r.slash(ctx, anna, "choose", "order:lehr-recon 2213 stop")
	r.slash(ctx, anna, "choose", "order:lehr-a 2114 attack medium +lehr-recon go")
	r.press(ctx, anna, "confirm", "")
	r.press(ctx, anna, "pick", "no")
	r.slash(ctx, anna, "celles advance", "unit:lehr-a", "hex:2113")
	r.press(ctx, anna, "pick", "stop")
	r.press(ctx, anna, "match/reasons", "")
	r.people[anna].panel = nil
	r.press(ctx, anna, "map", "changes")
	r.people[anna].panel = nil
	r.press(ctx, anna, "pick", "draw")
	r.press(ctx, anna, "pick", "2pz")
	r.slash(ctx, anna, "choose", "order:2pz-a attack medium +2pz-recon go")
	r.press(ctx, anna, "confirm", "")
	r.press(ctx, anna, "pick", "combat")
	r.press(ctx, anna, "pick", "done")
	r.press(ctx, anna, "pick", "stop")
	r.slash(ctx, anna, "choose", "order:2pz-b 3013 stop")
	r.slash(ctx, anna, "choose", "order:2pz-c 3012 stop")
	r.slash(ctx, anna, "choose", "order:2pz-spat 3014 stop")
	r.slash(ctx, anna, "celles say end")
	r.press(ctx, anna, "pick", "allied")
	r.press(ctx, anna, "match/reasons", "")
	r.slash(ctx, anna, "match resign")
	r.press(ctx, anna, "match/resign", "")
	r.press(ctx, anna, "match/analysis", "")
}
