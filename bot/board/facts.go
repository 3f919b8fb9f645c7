package board

import (
	"encoding/json"
	"fmt"
	"sync"

	"referee/bot/describe"
	"referee/bot/rulebook"
	"referee/engine"
)

// Facts are what the page says under the pointer and what never changes in a match: it fetches them once, when something is first
// pointed at.
type Facts struct {
	// Hexes are sentences on hexes, by CCRR.
	Hexes map[string]string `json:"hexes"`
	// About are sentences on tracks and boxes: "track.turn", "box.cup".
	About map[string]string `json:"about"`
	// Rules are titles and sentences of paragraphs, by their numbers.
	Rules map[string]string `json:"rules"`
}

// abouts begins the keys of what tracks and boxes are for.
const abouts = "about."

// mostFacts is how many answers of facts are kept: one for each game, version of its rules and language.
const mostFacts = 16

// facts answers with what never changes in a match. A browser may keep it for an hour.
func facts(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	info, v := s.Info(), q.voice
	key := fmt.Sprint(info.Game, info.Law, info.Data, v.lang)
	text, err := q.b.facts.GetOrPut(key, mostFacts, func() func() ([]byte, error) {
		return sync.OnceValues(func() ([]byte, error) { return json.Marshal(v.facts(info)) })
	})()
	if err != nil {
		return fmt.Errorf("board: %w", err)
	}
	return q.file("facts.json", "Cache-Control", "private, max-age=3600", text)
}

func (v voice) facts(info *engine.Info) Facts {
	out := Facts{map[string]string{}, v.words.Texts(v.lang, abouts), map[string]string{}}
	for at, m := range describe.Hexes(info) {
		out.Hexes[at] = v.say(m)
	}
	for _, e := range rulebook.Find(v.words, v.lang, info, "") {
		if e.Number == "" {
			out.Rules[e.Rule] = e.Title + ": " + e.Text
		}
	}
	return out
}
