package discord

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/match"
)

// asks holds a position for each kind of question, in which it is open.
const asks = "testdata/ask"

// ways are how a question can be answered, each a step at a time.
var ways = []struct {
	name   string
	answer func(p *person, ask referee.Ask, id match.ID)
}{
	{"clicked", func(p *person, ask referee.Ask, id match.ID) { p.clicks(p.t.Context(), ask, id, p.look(id).Seq) }},
	{"typed", func(p *person, ask referee.Ask, id match.ID) { p.types(p.t.Context(), ask, id) }},
}

// TestEveryKindOfQuestionIsAnsweredBothWays has each kind of question that the
// game's verbs answer answered twice, in a match that begins with it: by clicks,
// and by a typed order.
func TestEveryKindOfQuestionIsAnsweredBothWays(t *testing.T) {
	t.Parallel()
	kinds := kindsOfQuestion(t)
	games := make([]referee.Game, len(kinds))
	for i, kind := range kinds {
		text, err := os.ReadFile(filepath.Join(asks, kind+".txt"))
		if err != nil {
			t.Fatalf("there is no position with a question of kind %s: %v", kind, err)
		}
		games[i] = beginning(kind, string(text))
	}
	c := newClub(t, *seed, nil, games[0], "en-US", "fr")
	c.games = games
	c.kill()
	for _, p := range c.people {
		p.weights = likes
	}
	for _, kind := range kinds {
		for _, way := range ways {
			c.channel = c.guild.Channel(kind + "-" + way.name)
			id := c.opens("side:german", "game:"+kind)
			l := c.look(id)
			if len(l.Asks) == 0 || l.Asks[0].Kind != kind {
				t.Errorf("the match that begins with %s asks %v", kind, l.Asks)
				continue
			}
			c.answeredBy(id, l, way.answer)
			log := c.log(id)[l.Seq:]
			if !slices.ContainsFunc(log, func(e *match.Entry) bool {
				a, _ := e.Decision.Act.(match.ActAnswer)
				return a.Prompt == l.Asks[0].Prompt && !a.Auto
			}) {
				t.Errorf("%s, %s: the record has no answer", kind, way.name)
			}
		}
	}
}

// kindsOfQuestion lists the kinds of question that the verbs of Celles answer,
// in the order of its verbs.
func kindsOfQuestion(t *testing.T) []string {
	t.Helper()
	game, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, v := range game.Info().Verbs {
		for _, k := range v.Kinds {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	if len(out) == 0 {
		t.Fatal("the verbs answer no kind of question")
	}
	return out
}

// answeredBy has whoever is asked first go on in one way until his question is
// answered.
func (c *clubhouse) answeredBy(id match.ID, l referee.Look, answer func(p *person, ask referee.Ask, id match.ID)) {
	c.t.Helper()
	ask := l.Asks[0]
	for _, p := range c.people {
		if l.Holder(ask.Seat).Account != wire.AccountOf(wire.ID(p.user.ID)) {
			continue
		}
		p.panel = nil
		for range 60 {
			answer(p, ask, id)
			if !slices.ContainsFunc(c.look(id).Asks, func(a referee.Ask) bool { return a.Prompt == ask.Prompt }) {
				return
			}
		}
		c.t.Fatalf("seed %d: %s cannot answer %s; he sees\n%s", *seed, p.user.Name, ask.Prompt, p.panel)
	}
}

// beginning is Celles under another name, its matches beginning from a position.
func beginning(name, text string) referee.Game {
	g := cellesGame
	g.ID = name
	g.Open = func(data fs.FS, law int) (engine.Game, error) {
		inner, err := celles.Open(data, law)
		if err != nil {
			return nil, err
		}
		info := *inner.Info()
		info.Game, info.Title = name, name
		return retitled{inner, &info}, nil
	}
	return refereetest.From(g, text)
}

// retitled is a game under another name.
type retitled struct {
	engine.Game
	info *engine.Info
}

func (g retitled) Info() *engine.Info { return g.info }
