package page

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"referee/bot/describe"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/kit/lists"
)

// Story is a match that is over, told from the start.
type Story struct {
	Turns []StoryTurn
	// End is how the match ended, Map the file of its last map, Alt a description of
	// that map.
	End referee.Look
	Map string
	Alt []engine.Msg
}

// StoryTurn is one turn of a story. Turn 0 is what came before the first.
type StoryTurn struct {
	No      int
	Map     string // the file of the map as the turn began; "" none
	Changes string // the file of a picture of what happened in it
	Parts   []StoryPart
}

// StoryPart is a phase of a turn.
type StoryPart struct {
	Title string
	Deeds []string // what was done, with its results
	Moves int      // beside them
	Film  string   // the file of an animation of it; "" none
	All   []referee.Line
}

// story is what the page of a story shows.
type story struct {
	Lang, Title string
	Story       Story
	Status, Alt string
	Result      string   // who won, and why
	Score       []string // a line for each side, that of the winner first
}

// Tell writes the page of a match.
func (p *Page) Tell(w io.Writer, s Story) error {
	return p.write(w, "story.html", story{
		Lang: p.lang, Title: p.club.Info.Title, Story: s,
		Status: p.say(s.End.View.Status), Alt: describe.SayAlt(s.Alt, p.say),
		Result: p.outcome(s.End.View.Result), Score: p.scores(s.End.View.Result),
	})
}

// outcome says how a match ended.
func (p *Page) outcome(r *engine.Result) string {
	if r == nil {
		return ""
	}
	return strings.Join(lists.Map(describe.Result(r), p.say), " ")
}

// scores says what each side has, and where it comes from. The winner comes first.
func (p *Page) scores(r *engine.Result) (lines []string) {
	if r == nil {
		return nil
	}
	score := slices.Clone(r.Score)
	slices.SortStableFunc(score, func(a, b engine.Score) int {
		return cmp.Compare(rank(a.Seat, r), rank(b.Seat, r))
	})
	for _, s := range score {
		total := p.say(engine.Say("page.points", engine.Noun("seat", string(s.Seat)), engine.Num("n", s.Points)))
		if len(s.From) > 0 {
			total += " (" + strings.Join(lists.Map(s.From, p.say), ", ") + ")"
		}
		lines = append(lines, total)
	}
	return lines
}

// rank puts the winner before the other sides.
func rank(seat engine.Seat, r *engine.Result) int {
	if seat == r.Winner {
		return 0
	}
	return 1
}
