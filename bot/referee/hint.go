package referee

import (
	"context"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
	"referee/engine/refusal"
)

// SettingHints is the setting, of the record too, by which players agree that they may ask for
// hints in a league match: "on".
const SettingHints = "hints"

// Errors of hints, for players.
var (
	// ErrHints says that a match is of a league, and its players have not agreed to hints.
	ErrHints = refusal.New("referee.refuse.hints", "referee: the match is a league match, and its players have not agreed to hints")
	// ErrHintsFree says that hints may be asked for already.
	ErrHintsFree = refusal.New("referee.refuse.hints-free", "referee: hints are allowed already")
	// ErrNoHints says that nobody is there who could give any.
	ErrNoHints = refusal.New("referee.refuse.no-hints", "referee: the computer cannot play the game, so there are no hints")
)

// Hint is what a program would answer to the first question of a seat.
type Hint struct {
	Program play.About
	Prompt  engine.PromptID
	Path    []string      // the whole answer
	Order   []string      // the same as it can be typed
	Why     engine.Answer // its reasons: lines, and what to draw beside them
}

// Hint tells the holder of a seat what the usual program of the game would answer there, as far
// as the seat may see. That they asked is recorded, for everybody to read. It returns ErrHints where the
// match is of a league and its players have not agreed, ErrNoHints, engine.ErrSeat where the seat is asked
// nothing, and match.ErrPlayer.
func (r *Referee) Hint(ctx context.Context, c Command) (h Hint, reply Reply, err error) {
	reply, err = r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		if _, appealed := m.Appealed(); appealed {
			return nil, match.ErrAppealed
		}
		if !MayHint(m) {
			return nil, ErrHints
		}
		player, ok := r.Games.spec(m).Players.Usual()
		if !ok {
			return nil, ErrNoHints
		}
		by.Program = &player.About
		next, err := m.Hint(by, c.Seat)
		if err != nil {
			return nil, err
		}
		h, err = hint(player, m, c.Seat)
		return next, err
	})
	if err == nil && h.Prompt != "" {
		h.Order = reply.Now.typed(ctx, c, h.Prompt, h.Path)
	}
	return h, reply, err
}

// MayHint reports whether the players of a match may ask for hints: it does not count, or they have agreed to them.
func MayHint(m *match.Match) bool {
	return m.Setting(SettingOwner) == "" || m.Setting(SettingHints) == "on"
}

// typed is an answer as whoever is asked can type it: with the verb that is for it, and without what is put before a word for
// programs alone, as far as it is read as that answer.
func (s *Snapshot) typed(ctx context.Context, c Command, prompt engine.PromptID, path []string) []string {
	bare := slices.Clone(path)
	verbs := s.Info().Verbs
	for _, v := range verbs {
		for _, slot := range v.Slots {
			for i, word := range bare {
				bare[i] = strings.TrimPrefix(word, slot.Goal)
			}
		}
	}
	var tries [][]string
	for _, v := range verbs {
		if slices.Contains(v.Kinds, prompt.Kind()) && v.Name != bare[0] {
			tries = append(tries, append([]string{v.Name}, bare...))
		}
	}
	if at := slices.IndexFunc(verbs, func(v engine.Verb) bool { return v.Name == bare[0] }); at >= 0 {
		tries = slices.Insert(tries, 0, bare)
	} else {
		tries = append(tries, bare)
	}
	for _, words := range tries {
		o, err := s.Read(ctx, c, strings.Join(words, " "))
		if err == nil && o.Prompt == prompt && slices.Equal(o.Path, path) {
			return words
		}
	}
	return path
}

// hint is what a program would answer to the first question of a seat.
func hint(p play.Player, m *match.Match, seat engine.Seat) (Hint, error) {
	for _, prompt := range m.Position().Prompts() {
		if prompt.Seat != seat {
			continue
		}
		q, err := m.Question(prompt.ID)
		if err != nil {
			return Hint{}, err
		}
		answer, err := p.Answer(q)
		return Hint{Program: p.About, Prompt: prompt.ID, Path: answer.Path, Why: answer.Why}, err
	}
	return Hint{}, engine.ErrSeat
}
