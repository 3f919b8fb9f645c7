package discord

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/refereetest/offered"
	"referee/engine"
)

// question is a query of a game with words with which it is answered.
type question struct {
	command string   // "toy ask reach"
	options []string // "unit:red-a": for each word that it needs
}

// questionsOf are the queries of a game that need words, with words with which each is answered in a position; false where
// one is not.
func questionsOf(info *engine.Info, pos engine.Position) (list []question, all bool) {
	for _, q := range info.Queries {
		words := answering(info, pos, q, engine.Query{Name: q.Name, Args: map[string][]string{}}, 0)
		if words == nil {
			return nil, false
		}
		asks := question{command: info.Game + " ask " + q.Name}
		for i, a := range command.QueryArguments(q) {
			if !q.Args[i].Optional {
				asks.options = append(asks.options, a.Name+":"+words.First(q.Args[i].Name))
			}
		}
		if len(asks.options) > 0 {
			list = append(list, asks)
		}
	}
	return list, true
}

// answering adds words for the arguments from a number on with which a query is answered; nil: there are none.
func answering(info *engine.Info, pos engine.Position, q engine.QueryInfo, with engine.Query, n int) *engine.Query {
	if n == len(q.Args) {
		if _, err := pos.Ask(engine.Spectator, with); err != nil {
			return nil
		}
		return &with
	}
	a := q.Args[n]
	if a.Optional {
		return answering(info, pos, q, with, n+1)
	}
	for _, w := range info.Words[a.Kind] {
		if with.Args[a.Name] = []string{w}; answering(info, pos, q, with, n+1) != nil {
			return &with
		}
	}
	return nil
}

// askedMidway is a game whose matches begin where each of its questions has an answer, and those questions.
func askedMidway(t *testing.T, g offered.Game) (referee.Game, []question) {
	t.Helper()
	var list []question
	game := offered.Midway(t, g, func(of engine.Game, pos engine.Position) (all bool) {
		list, all = questionsOf(of.Info(), pos)
		return all
	})
	return game, list
}

// TestAQuestionLacksAWord: a question of a game without words that it needs says what it lacks, with a menu; the word that is
// chosen there answers it, or brings the menu of the next.
func TestAQuestionLacksAWord(t *testing.T) {
	t.Parallel()
	for _, g := range offered.Games() {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			game, list := askedMidway(t, g)
			x := turner{clubhouse: newClub(t, 1, paintNothing, game, "en-GB", "fr")}
			x.opens()
			for _, q := range list {
				for who := range x.people {
					x.lacks(who, q, func(int) bool { return true })
					for i := range q.options {
						x.lacks(who, q, func(n int) bool { return n == i })
					}
				}
			}
		})
	}
}

// lacks has somebody ask a question without some of its words, and choose them one by one. The answer must be what they are
// answered who type it all.
func (x turner) lacks(who int, q question, lacking func(n int) bool) {
	x.t.Helper()
	var typed, whole []string
	for i, o := range q.options {
		if !lacking(i) {
			typed = append(typed, o)
		}
	}
	m := x.slash(who, q.command, typed...)
	for i, o := range q.options {
		if !lacking(i) {
			whole = append(whole, o)
			continue
		}
		if len(m.Menus()) != 1 {
			x.t.Fatalf("/%s %v: there is no menu of what is lacking:\n%s", q.command, typed, m)
		}
		menu := m.Menus()[0]
		name, _, _ := strings.Cut(o, ":")
		whole = append(whole, name+":"+menu.Options[0].Value)
		if m = x.people[who].user.Select(m, menu.CustomID, menu.Options[0].Value).Wait().Message; m == nil {
			x.t.Fatalf("/%s %v: %q is chosen, and not answered", q.command, typed, menu.Options[0].Label)
		}
	}
	if got, want := m.Text(), x.slash(who, q.command, whole...).Text(); got != want || len(m.Menus()) > 0 {
		x.t.Errorf("/%s %v: with all chosen that it lacks the answer is\n%s\n\nand /%s %v is answered\n%s", q.command, typed, got, q.command, whole, want)
	}
}

// TestAnOverlayLacksAWord: a map with the answer to a question that lacks a word brings the menu of the question itself, and the word
// that is chosen there answers it.
func TestAnOverlayLacksAWord(t *testing.T) {
	t.Parallel()
	game, _ := askedMidway(t, offered.Games()[0])
	s := newStage(t, game)
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	for _, words := range []string{"odds", "reach"} {
		asked, drawn := s.command("ann", "/celles ask "+words).Message, s.command("ann", "/map overlay:"+words).Message
		if got := text(drawn); got != text(asked) || len(buttonsOf(drawn)) == 0 {
			t.Errorf("/map overlay:%s is answered\n%s\n\nand the question itself\n%s", words, got, text(asked))
		}
	}
	if got := text(s.command("ann", "/map overlay:odds at:1").Message); !says(got, "referee.query.wants") {
		t.Errorf("of an earlier position there is a menu of words for the present one:\n%s", got)
	}
}

// TestForgedWords: of what a question lacks nothing is taken but a word of that kind, for a word that the question has.
func TestForgedWords(t *testing.T) {
	t.Parallel()
	game, _ := askedMidway(t, offered.Games()[0])
	s := newStage(t, game)
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	m := s.command("ann", "/celles ask odds intensity:medium").Message
	i := slices.IndexFunc(buttonsOf(m), func(b shownButton) bool { return kindOf(b) == "ask" })
	if i < 0 {
		t.Fatalf("there is no menu of units:\n%s", text(m))
	}
	shown := buttonsOf(m)[i]
	path, err := wire.ParsePath(shown.id)
	s.must(err)
	press := func(option string, p ...string) string {
		in := s.act("ann", discordgo.InteractionMessageComponent)
		in.Path, in.Values = p, []string{option}
		return strings.TrimSpace(text(s.handle("ann", in).Message))
	}
	with := func(n int, part string) []string {
		p := slices.Clone(path)
		p[n] = part
		return p
	}
	if got := press(shown.value, path...); !strings.Contains(got, "attack") {
		t.Errorf("%s is chosen, and answered\n%s", shown.value, got)
	}
	for name, got := range map[string]string{
		"no word":                press("", path...),
		"a word of another kind": press("light", path...),
		"several words":          press(shown.value+" light", path...),
		"no question":            press(shown.value, with(2, "chess")...),
		"another question":       press(shown.value, with(2, "reach")...),
		"no number":              press(shown.value, with(3, "x")...),
		"a number below":         press(shown.value, with(3, "-1")...),
		"a number above":         press(shown.value, with(3, "4")...),
		"fewer words":            press(shown.value, path[:len(path)-1]...),
		"none":                   press(shown.value, path[:4]...),
		"no number at all":       press(shown.value, path[:3]...),
		"more words":             press(shown.value, append(slices.Clone(path), "x")...),
	} {
		if got != say("discord.unknown") {
			t.Errorf("%s: answered\n%s", name, got)
		}
	}
}

// TestAQuestionTooLongForAMenu: where a menu cannot keep what was typed, there is none.
func TestAQuestionTooLongForAMenu(t *testing.T) {
	t.Parallel()
	game, list := askedMidway(t, offered.Games()[0])
	s := newStage(t, game)
	s.command("ann", "/match new side:german")
	unit := list[slices.IndexFunc(list, func(q question) bool { return q.command == "celles ask odds" })].options[0]
	if m := s.command("ann", "/celles ask odds "+unit).Message; len(buttonsOf(m)) != 3 {
		t.Errorf("a question without an intensity is answered\n%s", text(m))
	}
	m := s.command("ann", "/celles ask odds "+unit+" other-unit:"+strings.Repeat("2pz-a ", 20)).Message
	if !says(text(m), "referee.query.wants") || len(buttonsOf(m)) > 0 {
		t.Errorf("a long question is answered\n%s", text(m))
	}
}
