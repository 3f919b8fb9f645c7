package discord

import (
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/match"
)

// pictured is a stage that keeps what was drawn last; nil: nothing since it was cleared.
type pictured struct {
	*stage
	seen *command.Picture
}

func newPictured(t *testing.T, game referee.Game) *pictured {
	t.Helper()
	s := &pictured{stage: newStage(t, game)}
	s.h.Paint = func(w io.Writer, p command.Picture) error {
		s.seen = &p
		return paintNothing(w, p)
	}
	return s
}

// drawn are the hexes that the board shows as changed, in order; "whole" where it is the whole
// map.
func (s *pictured) drawn() string {
	s.t.Helper()
	s.seen = nil
	s.posts()
	switch {
	case s.seen == nil:
		s.t.Fatal("no board was drawn")
	case s.seen.Crop.Radius == 0 && s.seen.Overlay == nil:
		return "whole"
	case s.seen.Crop.Radius == 0 || s.seen.Overlay == nil:
		s.t.Fatalf("a crop of %v with %v over it", s.seen.Crop, s.seen.Overlay)
	}
	if len(s.seen.Overlay.Lines) > 0 {
		s.t.Errorf("the picture says again what the board says: %v", s.seen.Overlay.Lines)
	}
	var out []string
	for _, at := range s.seen.Crop.At {
		out = append(out, at.String())
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestABoardShowsThePartThatIsNew: what is drawn is what has changed since those who are called
// have acted, as much of it as can be read, with the last move; where that is nothing, or they have acted last and nothing changed by
// it, what the question is about, or where most units stand.
func TestABoardShowsThePartThatIsNew(t *testing.T) {
	s := newPictured(t, cellesGame)
	for _, step := range []struct{ who, does, want string }{
		{"ann", "/match new side:german", ""},
		{"ben", "/match join", "2611 2712 3011 3211"},                             // nothing is new: where most units stand
		{"ben", "/standard", "2611 2710 2712 2808 2809 2909 3011 3107 3207 3211"}, // likewise
		{"ann", "/draw", "2611 2712 3011 3211"},                                   // the units that can be activated
		{"ann", "/activate formation-or-unit:2pz", "3316"},
		{"ann", "/pass", "2712 3316"}, // one that can move, beside what is new
		{"ann", "/move unit:2pz-a hex:2811 stop", "2712 2811 3316"},
		{"ann", "/move unit:2pz-recon hex:2512 stop", "2512 2611 2712 2811"},
		{"ann", "/move unit:2pz-b hex:3315 stop", "2712 2811 3315 3316"},
		{"ann", "/move unit:2pz-c hex:3115 stop", "2712 2811 3115 3214 3315 3316"},
		{"ann", "/end", "2712 2811 3115 3214 3315 3316"}, // Ben is called
		{"ben", "/draw", "2710 2808 2809 2909 3107 3207 3306"},
		{"ben", "/activate formation-or-unit:84-1", "2710 2808 2809 2811 2909 3011 3107 3207 3211 3306"},
		{"ben", "/pass", "2113"},
		{"ben", "/move unit:84-1 hex:2014 stop", "2013 2014 2113"}, // Ann is called
		{"ann", "/draw", "2811 3011 3115 3211 3315 3316"},
	} {
		s.command(step.who, step.does)
		if step.want == "" {
			s.posts()
			continue
		}
		if got := s.drawn(); got != step.want {
			t.Errorf("after %s the board shows %s, want %s:\n%s", step.does, got, step.want, text(s.board))
		}
		if _, _, ok := find(s.board.Components, say("discord.button.whole-map")); !ok || !says(text(s.board), "discord.map-part") {
			t.Errorf("after %s the board says\n%s", step.does, text(s.board))
		}
	}
}

// TestTheWholeMapIsAPressAway: under a part of the map there is a button that shows who presses
// it, and nobody else, the whole of it, without what is drawn over the part.
func TestTheWholeMapIsAPressAway(t *testing.T) {
	s := newPictured(t, cellesGame)
	for _, step := range [][2]string{
		{"ann", "/match new side:german"},
		{"ben", "/match join"},
		{"ben", "/standard"},
		{"ann", "/draw"},
		{"ann", "/activate formation-or-unit:2pz"},
		{"ann", "/pass"},
		{"ann", "/move unit:2pz-a hex:2811 stop"},
	} {
		s.command(step[0], step[1])
	}
	if got := s.drawn(); got != "2712 2811 3316" {
		t.Fatalf("the board shows %s", got)
	}
	for _, who := range []string{"ann", "ben", "cat"} {
		s.seen = nil
		id, _, ok := find(s.board.Components, say("discord.button.whole-map"))
		if !ok {
			t.Fatalf("no such button on\n%s", text(s.board))
		}
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Path, _ = wire.ParsePath(id)
		r := s.handle(who, in)
		if r.Kind != wire.Say || !r.Private || s.seen == nil || s.seen.Crop.Radius != 0 || s.seen.Overlay != nil {
			t.Errorf("%s is answered (kind %d, private %t) with %+v:\n%s", who, r.Kind, r.Private, s.seen, text(s.shown[who]))
		}
	}
}

// TestABoardShowsWhatIsAskedAbout: a question that names a headquarters shows the map around it, and one about no hex of a map on which
// nothing stands shows none.
func TestABoardShowsWhatIsAskedAbout(t *testing.T) {
	s := newPictured(t, refereetest.From(americaGame, strings.Join([]string{
		"america-triumphant 1", "turn 2 phase impulse step put-back side allied hq hq-viii weather precipitation ground frost",
		"unit hq-sixth 1704", "unit hq-fifth 2804", "unit hq-viii 3315", "unit 9-2 2010", "unit 38-2 2010",
		"hq hq-sixth chit in", "hq hq-fifth chit drawn", "hq hq-viii chit drawn",
	}, "\n")))
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	if got := s.drawn(); got != "3315" {
		t.Errorf("VIII Corps stands in 3315, and the board shows %s:\n%s", got, text(s.board))
	}
	s = newPictured(t, refereetest.From(americaGame, "america-triumphant 1\nturn 2 phase impulse step pause side allied weather precipitation ground frost"))
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	s.posts()
	if s.seen != nil {
		t.Errorf("the board of an empty map shows %v:\n%s", s.seen.Crop, text(s.board))
	}
}

// plotted is the toy with plans that are marked on the map for those who may know them.
type plotted struct {
	engine.Rules[*toy.State]
	info engine.Info
}

// Info has a map of which three hexes are a part.
func (p plotted) Info() *engine.Info { return &p.info }

func (p plotted) Decode(kind string, data []byte) (engine.Event, error) {
	e, err := p.Rules.Decode(kind, data)
	if _, ok := events.Fact(e).(toy.Planned); ok {
		return plottedPlan{e.(*events.Event)}, err
	}
	return e, err
}

func (p plotted) Apply(s *toy.State, e engine.Event) error {
	if plan, ok := e.(plottedPlan); ok {
		e = plan.Event
	}
	return p.Rules.Apply(s, e)
}

type plottedPlan struct{ *events.Event }

// Known hides the plan, as the toy does.
func (p plottedPlan) Known(v engine.Viewer) engine.Event {
	return plottedPlan{p.Event.Known(v).(*events.Event)}
}

// Draw marks the Ford where the plan is known.
func (p plottedPlan) Draw() []engine.Trace {
	if events.Fact(p.Event).(toy.Planned).Plan == nil {
		return nil
	}
	return []engine.Trace{{Class: engine.MarkTo, Hexes: []hex.Coord{{Col: 2, Row: 1}}}}
}

// TestABoardShowsNoSecret: what is new to the one who is called and what everybody sees differ,
// where something is secret; the board shows, and names, only what everybody sees.
func TestABoardShowsNoSecret(t *testing.T) {
	game := toyGame
	game.Open = func(files fs.FS, law int) (engine.Game, error) {
		rules, err := toy.New(files, law)
		if err != nil {
			return nil, err
		}
		p := plotted{Rules: rules, info: *rules.Info()}
		board := *p.info.Board
		for col := uint8(4); col < 30; col++ {
			for row := uint8(1); row < 4; row++ {
				board.Hexes = append(slices.Clip(board.Hexes), engine.BoardHex{At: hex.Coord{Col: col, Row: row}, Terrain: engine.Clear})
			}
		}
		p.info.Board = &board
		return engine.Seal[*toy.State](p), nil
	}
	s := newPictured(t, game)
	s.command("ann", "/match new side:red weather:off")
	s.command("ben", "/match join")
	s.posts()
	s.command("ann", "/plan plan:march")
	if got := s.drawn(); got != "0101 0301" { // where pieces stand
		t.Errorf("the plan shows on the board: %s", got)
	}
	for _, box := range s.seen.View.Boxes {
		for _, m := range box.Markers {
			if m.Label.Key == "marker.plan" {
				t.Errorf("the board shows %s", s.seen.Say(m.Label))
			}
		}
	}
	now, err := s.h.Referee.Snapshot(t.Context(), match.ID(s.match()))
	s.must(err)
	hers, err := now.Match().VisibleTo(engine.Viewer("red")).Changes(1, now.Match().Seq())
	s.must(err)
	if len(hers.Change.Marks) != 1 {
		t.Errorf("to her the plan is not marked, so that nothing is secret: %+v", hers.Change)
	}
}
