package dice_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/hands"
	"referee/engine/match"
)

// newHands opens a match of the game with hands, with proven dice, seats two players and deals.
func newHands(t testing.TB, seed uint64, by match.Prover, set engine.Setup) *player {
	t.Helper()
	p := unbegun(t, seed, by)
	p.pause = 60_000 // in which a round of a beacon comes
	d := by.Dice("hands-1")
	p.take(match.Open(p.by(match.Referee), "hands-1", hands.Strict(), set, &d))
	p.join(1, "red", "red's phrase")
	p.join(2, "blue", "blue's phrase")
	p.follow()
	return p
}

// handsFile is a match with hands as a viewer may have it, and its text.
func handsFile(t testing.TB, m *match.Match, v engine.Viewer) (*match.File, []byte) {
	t.Helper()
	data, err := match.LoadData(hands.Files())
	must(t, err)
	f := (&match.File{Data: data, Entries: m.Log()}).For(v)
	var b bytes.Buffer
	must(t, match.Encode(&b, f))
	return f, b.Bytes()
}

// verifyHands verifies the text of a file.
func verifyHands(text []byte) (match.Report, error) {
	f, err := match.DecodeExact(bytes.NewReader(text))
	if err != nil {
		return match.Report{}, err
	}
	return match.Verify(f, hands.Strict(), dice.Check)
}

// dealer makes matches with hands in which a round is played, one turn taken back by a judge, and the other round too.
func dealer(t testing.TB, seed uint64, set engine.Setup) *player {
	p := newHands(t, seed, dice.NewServer([32]byte{1, 2, 3}), set)
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 6 })
	p.take(p.m.Rewind(p.by(match.Referee), p.m.Seq()-2)) // the card was drawn, turned up, and is drawn anew
	p.follow()
	return p
}

// TestDrawsAreProven: whatever a viewer may have of a match with hands verifies. Draws are secret from all until the match
// shows them, a card of a hand from all but its seat until it is played; then everything is proven.
func TestDrawsAreProven(t *testing.T) {
	for seed := range uint64(6) {
		for _, show := range []string{"on", "off"} {
			p := dealer(t, seed, engine.Setup{"show": show})
			for !p.m.Over() {
				drawsAreHidden(t, p.m)
				p.answer()
				p.follow()
			}
			if show == "off" {
				drawsAreHidden(t, p.m)
			}
			_, whole := handsFile(t, p.m, engine.Judge)
			if r, err := verifyHands(whole); err != nil || r.Rolls != 9 || r.Proven != 9 || r.Sealed != 0 || r.Judged != r.Entries {
				t.Fatalf("the whole file: %+v, %v", r, err)
			}
			_, text := handsFile(t, p.m, engine.Spectator)
			left := map[string]int{"on": 1, "off": 9}[show] // the draw that was taken back stays secret
			if r, err := verifyHands(text); err != nil || r.Rolls != 9 || r.Sealed != left || r.Proven != 9-left {
				t.Fatalf("show %s: a spectator's file: %+v, %v", show, r, err)
			}
		}
	}
}

// drawsAreHidden checks what viewers may have of a match under way.
func drawsAreHidden(t *testing.T, m *match.Match) {
	t.Helper()
	rolls := m.DiceInputs().Rolls
	for _, v := range []engine.Viewer{"red", "blue", engine.Spectator} {
		f, text := handsFile(t, m, v)
		r, err := verifyHands(text)
		if err != nil || r.Rolls != rolls || r.Sealed != rolls || r.Proven != 0 {
			t.Fatalf("the file of %s: %+v, %v", v, r, err)
		}
		if bytes.Contains(text, []byte(`\"proof\"`)) || bytes.Contains(text, []byte(`\"among\"`)) {
			t.Fatalf("the file of %s has a proof", v)
		}
		for i, e := range f.Entries {
			a, _ := e.Decision.Act.(match.ActAnswer)
			opened := slices.ContainsFunc(m.Log()[i:], func(later *match.Entry) bool {
				b, _ := later.Decision.Act.(match.ActAnswer)
				return slices.Contains(b.Opens, e.Decision.Seq)
			})
			secret := e.Decision.Sealed != "" && !opened && !v.Sees(e.Decision.Seat)
			if secret != e.Hidden() || secret && (a.Path != nil || a.Events != nil || a.Roll != nil && (a.Roll.Among != nil || a.Roll.Proof != "")) {
				t.Fatalf("%s, decision %d: secret %v, %+v %+v", v, i+1, secret, a, a.Roll)
			}
		}
		for _, r := range m.VisibleTo(v).Rolls() {
			if over := m.Over(); r.Sealed == over || (r.Face == "") == over || (r.Rolled.Proof == "") == over || (r.Rolled.Among == nil) == over {
				t.Fatalf("over: %v, and %s is told of %+v", over, v, r)
			}
		}
	}
	for _, r := range m.VisibleTo(engine.Judge).Rolls() {
		if r.Sealed || dice.Check(r) != nil {
			t.Fatalf("the judge is told of %+v: %v", r, dice.Check(r))
		}
	}
}

// secretOf is what a line of a match with hands seals.
type secretOf struct {
	Salt   string          `json:"salt"`
	Path   []string        `json:"path"`
	Events []engine.Record `json:"events"`
	Among  []string        `json:"among,omitempty"`
	Proof  string          `json:"proof,omitempty"`
}

// changed is the record of a match with hands, to be changed.
type changed struct {
	t   *testing.T
	raw []chain.Raw
}

// reseal changes the secret of a decision, and the seal with it.
func (f *changed) reseal(seq int, change func(s *secretOf)) {
	f.t.Helper()
	r := &f.raw[seq-1]
	var s secretOf
	must(f.t, chain.Strict(r.Secret, &s))
	was := chain.Seal(r.Secret)
	change(&s)
	text, err := chain.Encode(s)
	must(f.t, err)
	r.Secret = text
	f.line(seq, was, chain.Seal(text))
}

// line replaces a text in the line of a decision.
func (f *changed) line(seq int, old, now string) {
	f.t.Helper()
	r := &f.raw[seq-1]
	if !bytes.Contains(r.Line, []byte(old)) {
		f.t.Fatalf("%s is not in %s", old, r.Line)
	}
	r.Line = bytes.Replace(r.Line, []byte(old), []byte(now), 1)
}

// card puts a card in the place of another, in a path and in events.
func (s *secretOf) card(id string) {
	for i, e := range s.Events {
		s.Events[i].Data = json.RawMessage(strings.ReplaceAll(string(e.Data), `"`+s.Path[0]+`"`, `"`+id+`"`))
	}
	s.Path = []string{id}
}

// TestForgedDraws: a record that was changed, with every hash reckoned anew, is refused.
func TestForgedDraws(t *testing.T) {
	m := dealer(t, 3, nil).finish()
	// The deal: draws are decisions 4, 6 … 14, and each is dealt by the next. Then what is played opens what was taken.
	const first, second = 4, 6
	face := func(seq int) string { return m.Log()[seq-1].Decision.Act.(match.ActAnswer).Path[0] }
	other := func(id string) string { return map[bool]string{true: "c5", false: "c6"}[id != "c5"] }
	opens := regexp.MustCompile(`"opens":\[([0-9]+)\]`)
	played := slices.IndexFunc(m.Log(), func(e *match.Entry) bool { return opens.Match(e.Line) }) + 1
	for _, c := range []struct {
		name string
		do   func(f *changed)
		seq  int
		says string
	}{
		{"another card is dealt", func(f *changed) { f.reseal(first+1, func(s *secretOf) { s.card(other(face(first))) }) }, first + 1, "and decision 4 has drawn"},
		{"another card is drawn and dealt", func(f *changed) {
			for n := range 2 {
				f.reseal(first+n, func(s *secretOf) { s.card(other(face(first))) })
			}
		}, first, "the proof gives"},
		{"another card is drawn, among others", func(f *changed) {
			f.reseal(first, func(s *secretOf) {
				was, now := face(first), other(face(first))
				i, k := slices.Index(s.Among, was), slices.Index(s.Among, now)
				for s.Among[i] == was { // the proof then stands for the other card
					s.Among[i], s.Among[k] = now, was
					if i++; i == len(s.Among) {
						break
					}
				}
				s.card(now)
			})
			f.reseal(first+1, func(s *secretOf) { s.card(other(face(first))) })
		}, first, "the roll was among"},
		{"a card is in the cup that was drawn before", func(f *changed) {
			f.reseal(second, func(s *secretOf) { s.Among[0], s.Among[1] = face(first), face(first) })
		}, second, "the roll was among"},
		{"there are more in the cup", func(f *changed) {
			f.line(second, `"faces":9`, `"faces":10`)
			f.reseal(second, func(s *secretOf) { s.Among = append([]string{face(first)}, s.Among...) })
		}, second, ""},
		{"the purpose is another", func(f *changed) { f.line(second, "deal blue", "deal red") }, second, "the proof does not hold"},
		{"the proof is of another draw", func(f *changed) {
			var s secretOf
			must(f.t, chain.Strict(f.raw[first-1].Secret, &s))
			f.reseal(second, func(now *secretOf) { now.Proof = s.Proof })
		}, second, "the proof does not hold"},
		{"a draw has no proof", func(f *changed) { f.reseal(second, func(s *secretOf) { s.Proof = "" }) }, second, "has no proof"},
		{"a draw has two results", func(f *changed) { f.reseal(second, func(s *secretOf) { s.Path = []string{"c1", "c2"} }) }, second, "one result"},
		{"a draw has no result", func(f *changed) { f.reseal(second, func(s *secretOf) { s.Path = nil }) }, second, "one result"},
		{"the secret is missing", func(f *changed) { f.raw[second-1].Secret = nil }, second, "is missing"},
		{"the secret is that of another", func(f *changed) { f.raw[second-1].Secret = f.raw[first-1].Secret }, second, "not the one that the line seals"},
		{"the line shows the proof", func(f *changed) {
			f.line(second, `"faces":9`, `"faces":9,"proof":"00"`)
		}, second, "shows what it seals"},
		{"the line shows the cards", func(f *changed) {
			f.line(second, `"faces":9`, `"faces":9,"among":["c1"]`)
		}, second, "shows what it seals"},
		{"an answer of a seat has a proof", func(f *changed) { f.reseal(first+1, func(s *secretOf) { s.Proof = "00" }) }, first + 1, "is not one"},
		{"an answer of a seat has cards", func(f *changed) { f.reseal(first+1, func(s *secretOf) { s.Among = []string{"c1"} }) }, first + 1, "is not one"},
		{"an earlier draw is dealt", func(f *changed) {
			f.line(second+1, `"deals":6`, `"deals":4`)
			f.reseal(second+1, func(s *secretOf) { s.card(face(first)) })
		}, second + 1, "deals the roll of decision 6"},
		{"a draw is dealt and not said to be", func(f *changed) { f.line(second+1, `,"deals":6`, ``) }, second + 1, "deals the roll of decision 6"},
		{"what is no draw is dealt", func(f *changed) { f.line(second+1, `"deals":6`, `"deals":5`) }, second + 1, "not an earlier sealed roll"},
		{"what is to come is dealt", func(f *changed) { f.line(second+1, `"deals":6`, `"deals":7`) }, second + 1, "not an earlier sealed roll"},
		{"less than the first is dealt", func(f *changed) { f.line(second+1, `"deals":6`, `"deals":-1`) }, second + 1, "not an earlier sealed roll"},
		{"chance is dealt what it draws", func(f *changed) { f.line(second, `},"at":`, `},"deals":4,"at":`) }, second, "not an earlier sealed roll"},
		{"a join deals", func(f *changed) { f.line(3, `"phrase":`, `"deals":1,"phrase":`) }, 3, "which only an answer does"},
		{"a draw is opened with what is played", func(f *changed) {
			f.raw[played-1].Line = opens.ReplaceAll(f.raw[played-1].Line, []byte(`"opens":[4,$1]`))
		}, played, "opens decisions"},
		{"what was taken is not opened when it is played", func(f *changed) {
			f.raw[played-1].Line = regexp.MustCompile(`"opens":\[[0-9,]+\],`).ReplaceAll(f.raw[played-1].Line, nil)
		}, played, "opens decisions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &changed{t, chaintest.Raws(m.Log())}
			c.do(f)
			entries, err := match.Read(chaintest.Rechain(f.raw))
			if err == nil {
				_, err = match.Verify(&match.File{Entries: entries}, hands.Strict(), dice.Check)
			}
			var bad *chain.BadEntryError
			if !errors.As(err, &bad) || bad.Seq != c.seq || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q at entry %d", err, c.says, c.seq)
			}
		})
	}
	// Reckoned anew and not changed, it holds.
	entries, err := match.Read(chaintest.Rechain(chaintest.Raws(m.Log())))
	must(t, err)
	_, err = match.Verify(&match.File{Entries: entries}, hands.Strict(), dice.Check)
	must(t, err)
}

// TestForgedDrawsWithoutTheirSecrets: of what a draw hides little can be checked, and that is.
func TestForgedDrawsWithoutTheirSecrets(t *testing.T) {
	p := newHands(t, 3, dice.NewServer([32]byte{1, 2, 3}).WithBeacon(newLocalChain(t), 5*time.Second), nil)
	_, text := handsFile(t, p.m, "red")
	for name, c := range map[string]struct{ old, now, says string }{
		"a number is missing":  {`\"no\":3`, `\"no\":4`, "roll number 4"},
		"there are no chances": {`\"faces\":9`, `\"faces\":0`, "faces"},
		"there is no pulse":    {`,\"pulse\":`, `,\"pulses\":`, ""},
		"it seals nothing":     {`"sealed\":\"`, `"sealer\":\"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			forged := bytes.Replace(text, []byte(c.old), []byte(c.now), 1)
			if bytes.Equal(forged, text) {
				t.Fatalf("%s is not there", c.old)
			}
			var f struct {
				Entries []struct {
					Line   string  `json:"line"`
					Secret *string `json:"secret"`
				} `json:"entries"`
			}
			must(t, json.Unmarshal(forged, &f))
			var raw []chain.Raw
			for _, e := range f.Entries {
				r := chain.Raw{Line: []byte(e.Line)}
				if e.Secret != nil {
					r.Secret = []byte(*e.Secret)
				}
				raw = append(raw, r)
			}
			lines := chaintest.Rechain(raw)
			file, err := match.Decode(bytes.NewReader(reheaded(t, forged, lines)))
			if err == nil {
				_, err = match.Verify(file, hands.Strict(), dice.Check)
			}
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
	if r, err := verifyHands(text); err != nil || r.Sealed != r.Rolls || r.Rolls != 6 {
		t.Errorf("%+v, %v", r, err)
	}
}

// reheaded is a file with the heads of its lines.
func reheaded(t *testing.T, text []byte, raw []chain.Raw) []byte {
	t.Helper()
	i := 0
	head := regexp.MustCompile(`"head": ?"[0-9a-f]{64}"`)
	out := head.ReplaceAllFunc(text, func([]byte) []byte {
		h := raw[min(i, len(raw)-1)].Head.String()
		i++
		return []byte(`"head": "` + h + `"`)
	})
	if i != len(raw)+1 {
		t.Fatalf("%d heads of %d lines", i, len(raw))
	}
	return out
}

// TestTheExamplesWithHands keeps the matches with hands in docs/dice as this package plays them.
func TestTheExamplesWithHands(t *testing.T) {
	p := dealer(t, 3, nil)
	under := p.m
	p.finish()
	p.take(p.m.Rewind(p.by(match.Referee), p.m.Seq()-2)) // what was opened at the end stays open, and rolls hang on orders alone
	p.follow()
	for name, c := range map[string]struct {
		m *match.Match
		v engine.Viewer
	}{"hands.json": {p.finish(), engine.Judge}, "hands-red.json": {under, "red"}} {
		path := filepath.Join(examples, name)
		_, is := handsFile(t, c.m, c.v)
		if *update {
			must(t, os.WriteFile(path, is, 0o644))
		}
		was, err := os.ReadFile(path)
		must(t, err)
		if !bytes.Equal(was, is) {
			t.Errorf("%s is another match now (rewrite it with -update, if that is meant)", path)
		}
		if r, err := verifyHands(was); err != nil || r.Proven+r.Sealed != r.Rolls {
			t.Errorf("%s: %+v, %v", path, r, err)
		}
	}
}
