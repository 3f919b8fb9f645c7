package dice_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

func TestAMatchVerifies(t *testing.T) {
	for seed := range uint64(3) {
		m := eventful(t, seed, server(1))
		_, text := fileOf(t, m, engine.Judge)
		r, err := verify(text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if r.Rolls != m.DiceInputs().Rolls || r.Proven != r.Rolls || r.Rolls < 5 || r.Judged != m.Seq() || r.Head != m.Head() {
			t.Errorf("seed %d: %+v", seed, r)
		}
	}
}

// TestAnyBitFlippedIsFound flips bits all over the text of an exported match.
func TestAnyBitFlippedIsFound(t *testing.T) {
	_, text := fileOf(t, eventful(t, 1, server(1)), engine.Judge)
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		at, bit := r.IntN(len(text)), byte(1)<<r.IntN(8)
		changed := slices.Clone(text)
		changed[at] ^= bit
		if _, err := verify(changed); err == nil {
			t.Fatalf("bit %#x of byte %d flipped, and nothing is found: …%s…", bit, at, changed[max(0, at-20):min(at+20, len(text))])
		}
	}
}

// TestTheEntryWithAFlippedBitIsNamed flips bits in every field of every entry of
// an exported match: of its line, its head and its secret.
func TestTheEntryWithAFlippedBitIsNamed(t *testing.T) {
	_, text := fileOf(t, eventful(t, 1, server(1)), engine.Judge)
	var file map[string]json.RawMessage
	var entries []map[string]string
	must(t, json.Unmarshal(text, &file))
	must(t, json.Unmarshal(file["entries"], &entries))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range entries {
		for _, field := range []string{"line", "head", "secret"} {
			was, ok := entries[i][field]
			if !ok {
				continue
			}
			changed := []byte(was)
			changed[r.IntN(len(changed))] ^= 1 << r.IntN(7) // an eighth bit is no text
			entries[i][field] = string(changed)
			var err error
			if file["entries"], err = json.Marshal(entries); err != nil {
				t.Fatal(err)
			}
			entries[i][field] = was
			changed, err = json.Marshal(file)
			must(t, err)
			_, err = match.Decode(bytes.NewReader(changed))
			var bad *chain.BadEntryError
			if !errors.As(err, &bad) || bad.Seq != i+1 {
				t.Errorf("%s of entry %d: %v", field, i+1, err)
			}
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// loose are the fields that no proof covers: who changed them and every head
// after them is found out only by a head that somebody saw.
var loose = map[string]string{
	"at":       "the clock is the operator's",
	"door":     "the door is the operator's",
	"phrase":   "of a substitute, whose phrase does not count",
	"settings": "administrative",
}

// TestAForgerIsConvicted changes every field of every kind of entry, one at a time
// and a few times each, and reckons all hashes anew.
func TestAForgerIsConvicted(t *testing.T) {
	m := eventful(t, 2, server(1))
	tried, passed := map[string]int{}, map[string]int{}
	const times = 4
	done := map[string]int{} // by kind of entry and field
	for i := range m.Log() {
		d := &m.Log()[i].Decision
		a, _ := d.Act.(match.ActAnswer)
		for _, f := range forgeries(t, m.Log()[i].Line) {
			what := fmt.Sprint(d.Kind(), a.Roll != nil, d.Sealed != "", f.field)
			if done[what]++; done[what] > times {
				continue
			}
			raw := rawOf(m)
			raw[i].Line = f.line
			tried[f.field]++
			err := verifyLines(t, raw)
			var bad *chain.BadEntryError
			if err != nil {
				if !errors.As(err, &bad) {
					t.Fatalf("entry %d, %s: no entry is named: %v", i+1, f.field, err)
				}
				continue
			}
			passed[f.field]++
			last := m.Head()
			entries, err := match.Read(raw)
			if err != nil {
				t.Fatal(err)
			}
			if (match.SeenHead{Head: last.Short()}).Find(entries) != 0 {
				t.Fatalf("entry %d, %s: the head is the same", i+1, f.field)
			}
		}
	}
	for field, n := range passed {
		if loose[field] == "" {
			t.Errorf("%s: %d of %d forgeries were not found: is it loose on purpose?", field, n, tried[field])
		}
	}
	for _, field := range []string{"at", "door", "path", "purpose", "proof", "no", "among", "faces", "key", "phrase", "sealed", "seat"} {
		if tried[field] == 0 {
			t.Errorf("no %s was changed", field)
		}
	}
	for field := range loose {
		if passed[field] == 0 {
			t.Errorf("%s is always found: take it off the list", field)
		}
	}
}

// forgery is a line with one value changed.
type forgery struct {
	field string
	line  []byte
}

// forgeries changes every value of a line, one at a time.
func forgeries(t *testing.T, line []byte) []forgery {
	t.Helper()
	var out []forgery
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	var names []string // of the objects and lists that are open
	var name string
	key := false
	for {
		token, err := dec.Token()
		if err != nil {
			return out
		}
		end := int(dec.InputOffset())
		inObject := len(names) > 0 && names[len(names)-1] != "["
		if delim, ok := token.(json.Delim); ok {
			switch delim {
			case '{':
				names = append(names, name+"{")
				key = true
			case '[':
				names = append(names, "[")
			default:
				names = names[:len(names)-1]
				key = len(names) > 0 && names[len(names)-1] != "["
			}
			continue
		}
		if inObject && key {
			name, key = token.(string), false
			continue
		}
		key = inObject
		if changed := another(line, token, end); changed != nil {
			out = append(out, forgery{fieldOf(names, name), changed})
		}
	}
}

// fieldOf is the name under which a forgery is counted.
func fieldOf(names []string, name string) string {
	if slices.Contains(names, "events{") || slices.Contains(names, "data{") {
		return "events"
	}
	if slices.Contains(names, "settings{") {
		return "settings"
	}
	if name == "for" {
		return "purpose"
	}
	return name
}

// another is a line with the value that ends somewhere changed to another of its
// kind.
func another(line []byte, token json.Token, end int) []byte {
	var was, is string
	switch v := token.(type) {
	case json.Number:
		was, is = v.String(), v.String()+"1"
	case bool:
		was, is = fmt.Sprint(v), fmt.Sprint(!v)
	case string:
		text, err := json.Marshal(v)
		if err != nil || v == "" || !bytes.HasSuffix(line[:end], text) {
			return nil
		}
		last := v[len(v)-1]
		next := byte('0')
		if last == '0' {
			next = '1'
		}
		was, is = string(text), string(text[:len(text)-2])+string(next)+`"`
	default:
		return nil
	}
	return append([]byte(string(line[:end-len(was)])+is), line[end:]...)
}

// TestRollsBelong swaps, drops, repeats and re-purposes rolls, and reckons all
// hashes and numbers anew.
func TestRollsBelong(t *testing.T) {
	m := eventful(t, 3, server(1))
	var rolls []int // places of rolls
	for i, e := range m.Log() {
		if a, _ := e.Decision.Act.(match.ActAnswer); a.Roll != nil {
			rolls = append(rolls, i)
		}
	}
	change := func(f func(list []chain.Raw) []chain.Raw) error {
		list := f(rawOf(m))
		for i := range list {
			d := fields(t, list[i].Line)
			d["n"] = json.RawMessage(fmt.Sprint(i + 1))
			list[i].Line = respell(t, list[i].Line, "n", fmt.Sprint(i+1))
		}
		return verifyLines(t, list)
	}
	a, b := rolls[1], rolls[2]
	for name, f := range map[string]func(list []chain.Raw) []chain.Raw{
		"dropped":  func(l []chain.Raw) []chain.Raw { return slices.Delete(l, a, a+1) },
		"repeated": func(l []chain.Raw) []chain.Raw { return slices.Insert(l, a+1, l[a]) },
		"swapped": func(l []chain.Raw) []chain.Raw {
			x, y := rollOf(t, l[a].Line), rollOf(t, l[b].Line)
			l[a].Line, l[b].Line = bytes.Replace(l[a].Line, x, y, 1), bytes.Replace(l[b].Line, y, x, 1)
			return l
		},
		"the last one dropped, with what followed": func(l []chain.Raw) []chain.Raw { return l[:rolls[len(rolls)-1]] },
	} {
		err := change(f)
		var bad *chain.BadEntryError
		if found := errors.As(err, &bad); found == strings.HasPrefix(name, "the last") {
			t.Errorf("a roll %s: %v", name, err)
		}
	}
	err := change(func(l []chain.Raw) []chain.Raw {
		l[a].Line = respellIn(t, l[a].Line, `"for":"`, `"for":"x `)
		return l
	})
	var bad *chain.BadEntryError
	if !errors.As(err, &bad) || bad.Seq != a+1 || !strings.Contains(err.Error(), "purpose") {
		t.Errorf("re-purposed: %v", err)
	}
}

func fields(t *testing.T, line []byte) map[string]json.RawMessage {
	t.Helper()
	var out map[string]json.RawMessage
	if err := json.Unmarshal(line, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func rollOf(t *testing.T, line []byte) []byte {
	t.Helper()
	return fields(t, line)["roll"]
}

// respell gives the first number of a line another value.
func respell(t *testing.T, line []byte, name, value string) []byte {
	t.Helper()
	was := fields(t, line)[name]
	return respellIn(t, line, `"`+name+`":`+string(was), `"`+name+`":`+value)
}

func respellIn(t *testing.T, line []byte, was, is string) []byte {
	t.Helper()
	if !bytes.Contains(line, []byte(was)) {
		t.Fatalf("%s has no %s", line, was)
	}
	return bytes.Replace(line, []byte(was), []byte(is), 1)
}

// TestRollsIgnoreAdministration plays the same orders twice, with other
// times, another door, and a lot of administration in one of them.
func TestRollsIgnoreAdministration(t *testing.T) {
	plain := newPlayer(t, 4, server(1))
	busy := &player{t: t, rand: plain.rand, dice: server(1), at: 5, pause: 77_777, door: "mail"}
	busy.begin()
	busy.join(1, "blue", "somebody who left again")
	busy.take(busy.m.Leave(busy.by(1), "blue"))
	busy.join(1, "red", "red's phrase")
	busy.join(2, "blue", "blue's phrase")
	busy.follow()
	for !plain.m.Over() {
		before := plain.m.Seq()
		plain.answer()
		d := plain.m.Log()[before].Decision
		busy.take(busy.m.Set(busy.by(match.Referee), map[string]string{"n": fmt.Sprint(before)}))
		busy.take(busy.m.Leave(busy.by(match.Referee), d.Seat))
		who := match.Player(busy.m.Players() + 1)
		busy.join(who, d.Seat, "a substitute who tries for another seed")
		at := slices.IndexFunc(busy.m.Position().Prompts(), func(q engine.Prompt) bool { return q.Seat == d.Seat })
		busy.take(busy.m.Answer(busy.by(who), d.Seat, busy.m.Position().Prompts()[at].ID, d.Act.(match.ActAnswer).Path))
		plain.follow()
		busy.follow()
	}
	a, b := plain.m.VisibleTo(engine.Judge).Rolls(), busy.m.VisibleTo(engine.Judge).Rolls()
	if len(a) < 3 || len(a) != len(b) || plain.m.Head() == busy.m.Head() {
		t.Fatalf("%d rolls and %d", len(a), len(b))
	}
	for i := range a {
		if a[i].Face != b[i].Face || a[i].Rolled.Proof != b[i].Rolled.Proof {
			t.Errorf("roll %d: %s and %s", i+1, a[i].Face, b[i].Face)
		}
	}
	_, text := fileOf(t, busy.m, engine.Judge)
	if _, err := verify(text); err != nil {
		t.Error(err)
	}
}

// TestTakenBackIsNotRolledAgain gives the same order again after it was taken
// back, and after a roll was.
func TestTakenBackIsNotRolledAgain(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(4) {
		p := newPlayer(t, seed, server(1))
		p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 0 })
		first := firstRoll(t, p.m)
		for range 3 {
			p.take(p.m.Rewind(p.by(match.Referee), first-1))
			p.follow()
		}
		for _, r := range p.m.VisibleTo(engine.Judge).Rolls() {
			if proof := r.Rolled.Proof; seen[fmt.Sprint(seed, proof)] {
				t.Fatalf("roll %d was made before", r.Rolled.No)
			} else {
				seen[fmt.Sprint(seed, proof)] = true
			}
		}
	}
}

// TestAPlayersFile checks what a player and a spectator get of a match that is
// under way, with the other's plan made.
func TestAPlayersFile(t *testing.T) {
	p := newPlayer(t, 5, server(1))
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 1 && len(m.Position().Prompts()) == 2 })
	red := p.m.Position().Prompts()[0]
	p.take(p.m.Answer(p.by(1), red.Seat, red.ID, []string{"march"}))
	hidden := p.m.Seq()
	secret := p.m.Log()[hidden-1].Secret
	for _, c := range []struct {
		v      engine.Viewer
		judged int
	}{{engine.Judge, hidden}, {"red", hidden}, {"blue", hidden - 1}, {engine.Spectator, hidden - 1}} {
		_, text := fileOf(t, p.m, c.v)
		r, err := verify(text)
		if err != nil || r.Judged != c.judged || r.Entries != hidden || r.Proven != p.m.DiceInputs().Rolls {
			t.Errorf("%s: %+v, %v", c.v, r, err)
		}
		quoted, err := json.Marshal(string(secret))
		if err != nil {
			t.Fatal(err)
		}
		if has := bytes.Contains(text, quoted); has != (c.judged == hidden) {
			t.Errorf("%s: the secret is in the file: %v", c.v, has)
		}
		other := bytes.Replace(text, []byte(`"as": "`), []byte(`"as": "x`), 1)
		if _, err := verify(other); err == nil && c.v != engine.Judge {
			t.Errorf("%s: a file for nobody is good", c.v)
		}
	}
	whole, _ := fileOf(t, p.m, engine.Judge)
	if whole.Entries[hidden-1].Secret == nil || whole.Entries[hidden-1].Decision.Act.(match.ActAnswer).Path == nil {
		t.Error("to make a player's file takes from the record")
	}
}

// TestAStandingOrderHidesNothingElse checks that a standing order, which is secret
// and moves nothing, does not keep the other's file from being judged.
func TestAStandingOrderHidesNothingElse(t *testing.T) {
	p := newPlayer(t, 6, server(1))
	p.take(p.m.StandingOrders("red").Set(p.by(1), match.ThisMatch, engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"red-a", "red-b"}}}))
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 2 && len(m.Position().Prompts()) == 2 })
	f, text := fileOf(t, p.m, "blue")
	if _, err := match.Fold(toy.Strict(), f.Entries); err == nil {
		t.Error("a match without its secrets can go on")
	}
	if r, err := verify(text); err != nil || r.Judged != p.m.Seq() || r.Proven != p.m.DiceInputs().Rolls {
		t.Errorf("%+v, %v", r, err)
	}
}
