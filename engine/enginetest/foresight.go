package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// checkReach: where pieces could go is told in hexes of the board, each once, and of no piece
// that is not there.
func checkReach(t *tour) error {
	hexes := map[hex.Coord]bool{}
	if b := t.Game.Info().Board; b != nil {
		for _, h := range b.Hexes {
			hexes[h.At] = true
		}
	}
	return each(t.sample("reach"), func(s spot) error {
		if _, known := s.pos().Reach(engine.Judge, "nonsense"); known {
			return errors.New("it is told where a piece that is not there could go")
		}
		for _, p := range s.pos().View(engine.Judge).Pieces {
			reach, _ := s.pos().Reach(engine.Judge, p.ID)
			met := map[hex.Coord]bool{}
			for _, w := range reach.Hexes {
				switch {
				case !hexes[w.To]:
					return fmt.Errorf("%s could go to %s, which is not on the board", p.ID, w.To)
				case met[w.To] || w.To == p.At:
					return fmt.Errorf("%s could go to %s twice, or stands there", p.ID, w.To)
				case w.Cost < 0 || w.Left < 0 || reach.Of < 0 || reach.Of == 0 && w.Cost+w.Left > 0:
					return fmt.Errorf("to go to %s costs %s %d and leaves %d, in parts of 1/%d", w.To, p.ID, w.Cost, w.Left, reach.Of)
				}
				met[w.To] = true
			}
		}
		return nil
	})
}

// checkOdds: odds are told of a beginning of an answer where the game says that it has some,
// and in no other case. What may be told, checkPictures and checkMessages check.
func checkOdds(t *tour) error {
	player := NewPlayer(t.Seed, t.Policy)
	return t.eachPrompt("odds", func(s spot, q engine.Prompt) error {
		return foretold(s.pos(), q, player, func(path []string, has bool, a engine.Answer, err error) error {
			var no *engine.Illegal
			if has && errors.As(err, &no) || has == (len(a.Bars) > 0) && has == (len(a.Lines) > 0) && a.Data == nil && err == nil {
				return nil
			}
			return fmt.Errorf("%q has odds: %t; told are %d outcomes in %d lines, data %v, error %w", path, has, len(a.Bars), len(a.Lines), a.Data, err)
		})
	})
}

// checkRollTables: the table of a roll has each face of the die once.
func checkRollTables(t *tour) error {
	return t.eachPrompt("roll tables", func(s spot, q engine.Prompt) error {
		table := s.pos().RollTable(q.ID)
		if len(table.Bars) == 0 {
			return nil
		}
		node, err := s.pos().Options(q.ID, nil)
		var faces, should []string
		for _, o := range node.Options {
			should = append(should, o.ID)
		}
		for _, b := range table.Bars {
			if faces = append(faces, b.Faces...); b.Part != len(b.Faces) || b.Of != len(should) {
				err = fmt.Errorf("%d of %d faces are %q", b.Part, b.Of, b.Faces)
			}
		}
		slices.Sort(faces)
		if slices.Sort(should); err == nil && !slices.Equal(faces, should) {
			err = fmt.Errorf("its table has the faces %q, and the die %q", faces, should)
		}
		return err
	})
}

// foretold calls see with what is foretold of each beginning of an answer to a question.
func foretold(pos engine.Position, q engine.Prompt, player *Player, see func(path []string, has bool, a engine.Answer, err error) error) error {
	path, err := player.Answer(pos, q)
	if err != nil {
		return nil // "offered answers are accepted" reports it
	}
	for n := range len(path) + 1 {
		a, err := pos.PreviewOdds(engine.Viewer(q.Seat), q.ID, path[:n], nil)
		if err := see(path[:n], pos.CanPreviewOdds(q.ID, path[:n]), a, err); err != nil {
			return err
		}
	}
	return nil
}
