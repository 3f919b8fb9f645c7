package referee_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/hands"
	"referee/engine/luck"
)

// TestDrawsAreToldWhenTheyAreOpen: until then lists of rolls, proofs, exports and luck tell that a card was drawn, and not
// which; to the judge they tell it.
func TestDrawsAreToldWhenTheyAreOpen(t *testing.T) {
	b := newBench(t)
	b.dice, b.game = dice.NewServer([32]byte{5}), referee.Game{ID: "hands", Law: 1, Data: hands.Files(), Open: hands.Open}
	b.restart()
	opened, err := b.Open(t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"show": "off"}, Place: "here"})
	b.must(err)
	id := opened.Match
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(t.Context(), command(id, seat))
		b.must(err)
	}
	result := regexp.MustCompile(`,c[0-9]`)
	now := func() *referee.Snapshot { return refereetest.Current(t.Context(), b.Referee, id) }
	for {
		m := now().Match()
		for _, v := range []engine.Viewer{"red", "blue", engine.Spectator, engine.Judge} {
			told, err := now().Dice.Rolls(v)
			b.must(err)
			if len(told) != m.DiceInputs().Rolls {
				t.Fatalf("%d rolls are told", len(told))
			}
			for _, r := range told {
				secret := len(r.Came) == 1 && r.Came[0].Key == "referee.told.sealed"
				if secret != (v != engine.Judge && !m.Over()) {
					t.Errorf("over: %v, %s is told %+v", m.Over(), v, r)
				}
			}
		}
		var table, proofs, file bytes.Buffer
		b.must(now().Dice.Write(&table, &proofs))
		b.must(b.Files.Export(t.Context(), &file, id, "blue"))
		var list referee.Proofs
		b.must(json.Unmarshal(proofs.Bytes(), &list))
		_, err := now().Dice.Proofs(1, 2)
		rolls, failed := luck.Rolls(hands.Strict(), referee.Shown(m))
		b.must(failed)
		if m.Over() {
			if err != nil || len(list.Rolls) != 8 || len(result.FindAllString(table.String(), -1)) != 8 {
				t.Errorf("at the end: %v, %d proofs, %s", err, len(list.Rolls), table.String())
			}
			break
		}
		if !errors.Is(err, referee.ErrSealed) || len(list.Rolls) != 0 || result.MatchString(table.String()) || len(rolls) > 0 {
			t.Errorf("%v, %+v, %s, %d rolls are counted", err, list, table.String(), len(rolls))
		}
		if strings.Contains(file.String(), `\"proof\"`) || strings.Contains(file.String(), `\"among\"`) {
			t.Errorf("the file of blue: %s", file.String())
		}
		said, err := now().Dice.Audit()
		b.must(err)
		if said[0].Key != "dice.holds" {
			t.Errorf("audit says %v", said)
		}
		p := m.Position().Prompts()[0]
		_, err = b.Answer(t.Context(), command(id, p.Seat), p.ID, p.Default)
		b.must(err)
	}
	report, err := now().Dice.Verify()
	if b.must(err); report.Proven != 8 {
		t.Errorf("%+v", report)
	}
}
