package page

import (
	"io"

	"referee/bot/describe"
	"referee/bot/referee"
	"referee/engine"
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
	Score       []string
}

// Tell writes the page of a match.
func (p *Page) Tell(w io.Writer, s Story) error {
	return p.write(w, "story.html", story{
		Lang: p.lang, Title: p.club.Info.Title, Story: s,
		Status: p.say(s.End.View.Status), Alt: describe.SayAlt(s.Alt, p.say), Score: p.score(s.End.View.Result),
	})
}
