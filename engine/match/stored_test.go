package match_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/chain"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// flat is a decision as its line spells it: every field that any kind has. It is how
// lines were read and written before decisions knew what their kinds have, and what
// [match.Decision] must agree with for ever.
type flat struct {
	Seq      int                 `json:"n"`
	Kind     match.Kind          `json:"kind"`
	Author   match.Player        `json:"by,omitempty"`
	Seat     engine.Seat         `json:"seat,omitempty"`
	Prompt   engine.PromptID     `json:"prompt,omitempty"`
	Path     []string            `json:"path,omitempty"`
	Auto     bool                `json:"auto,omitempty"`
	Standing int                 `json:"standing,omitempty"`
	Events   []engine.Record     `json:"events,omitempty"`
	Sealed   string              `json:"sealed,omitempty"`
	Opens    []int               `json:"opens,omitempty"`
	Roll     *match.Rolled       `json:"roll,omitempty"`
	Open     *match.Opening      `json:"open,omitempty"`
	To       int                 `json:"to,omitempty"`
	Offer    match.Offer         `json:"offer,omitempty"`
	Expire   *match.Expired      `json:"expire,omitempty"`
	Bench    *match.Adjudication `json:"bench,omitempty"`
	Phrase   string              `json:"phrase,omitempty"`
	Settings map[string]string   `json:"settings,omitempty"`
	At       int64               `json:"at"`
	Door     string              `json:"door,omitempty"`
}

// ever compares with how lines always were.
var ever = chaintest.Ever[match.Decision, flat]{}

func TestEveryKindIsSpelledAsEver(t *testing.T) {
	if lines := ever.Kinds(t); len(lines) < 60 {
		t.Errorf("%d lines", len(lines))
	}
}

// TestStoredLinesAreSpelledAsEver reads every line of every record in the repository.
func TestStoredLinesAreSpelledAsEver(t *testing.T) {
	read := 0
	for _, name := range []string{"dice/match", "dice/red", "dice/sealed", "dice/beacon", "pictures/match"} {
		for _, e := range document(t, name).Entries {
			ever.Unchanged(t, e.Line)
			read++
		}
	}
	text, err := os.ReadFile("testdata/lines.golden")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if _, json, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(json, `{"n"`) {
			ever.Unchanged(t, []byte(json))
			read++
		}
	}
	if read < 400 {
		t.Errorf("%d lines", read)
	}
}

// document reads a record of docs.
func document(t testing.TB, name string) *match.File {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := match.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

// TestRecordsAreWrittenAsEver gives the commands of whole records anew, of the toy and of
// Celles: each must add the line that stands in the record, byte for byte.
func TestRecordsAreWrittenAsEver(t *testing.T) {
	c, err := celles.Open(document(t, "pictures/match").Data, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, g := range map[string]engine.Game{
		"dice/match": toy.Strict(), "dice/beacon": toy.Strict(), "pictures/match": c,
	} {
		var m *match.Match
		chained := true // the heads can be compared
		for _, e := range document(t, name).Entries {
			var d flat
			if err := chain.Strict(e.Line, &d); err != nil {
				t.Fatal(err)
			}
			if m, err = again(m, g, d, e.Secret); err != nil {
				t.Fatalf("%s, decision %d: %v", name, d.Seq, err)
			}
			got := m.Log()[d.Seq-1]
			if chained = chained && (d.Phrase == "" || phraseOf(d.Phrase) != ""); !chained && d.Kind == match.KindJoin {
				continue // by words that were kept to themselves
			}
			if !bytes.Equal(got.Line, e.Line) || chained && got.Head != e.Head || !bytes.Equal(got.Secret, e.Secret) {
				t.Fatalf("%s, decision %d is written as\n%s %s\nand was as\n%s %s", name, d.Seq, got.Line, got.Secret, e.Line, e.Secret)
			}
		}
		if m.Seq() != len(document(t, name).Entries) {
			t.Errorf("%s: %d decisions", name, m.Seq())
		}
	}
}

// again gives the command that led to a decision.
func again(m *match.Match, g engine.Game, d flat, secret []byte) (*match.Match, error) {
	by := match.By{Player: d.Author, At: d.At, Door: d.Door}
	if secret != nil {
		var s struct {
			Salt string   `json:"salt"`
			Path []string `json:"path"`
		}
		if err := json.Unmarshal(secret, &s); err != nil {
			return nil, err
		}
		salt, err := hex.DecodeString(s.Salt)
		if err != nil {
			return nil, err
		}
		by.Salt, d.Path = salt, s.Path
	}
	switch {
	case d.Kind == match.KindOpen:
		return match.Open(by, d.Open.Match, g, d.Open.Setup, d.Open.Dice)
	case d.Kind == match.KindJoin:
		by.Phrase = phraseOf(d.Phrase)
		return m.Join(by, d.Seat)
	case d.Kind == match.KindAnswer && d.Roll != nil:
		return m.AnswerChance(by, d.Prompt, match.Face{ID: d.Path[0], Proof: d.Roll.Proof, Pulse: d.Roll.Pulse})
	case d.Kind == match.KindAnswer && d.Auto:
		return followed(m, by)
	case d.Kind == match.KindAnswer:
		return m.Answer(by, d.Seat, d.Prompt, d.Path)
	case d.Kind == match.KindSet && d.Seat != "":
		return m.SetAs(by, d.Seat, d.Settings)
	case d.Kind == match.KindSet:
		return m.Set(by, d.Settings)
	case d.Kind == match.KindLeave:
		return m.Leave(by, d.Seat)
	case d.Kind == match.KindOffer && d.Offer == match.TakeBack:
		return m.Offer(by, d.Seat, match.ActOffer{Offer: match.TakeBack, To: d.To})
	case d.Kind == match.KindOffer:
		return m.Offer(by, d.Seat, match.ActOffer{Offer: d.Offer})
	case d.Kind == match.KindAccept:
		next, err := m.Accept(by, d.Seat, d.Offer)
		if err != nil {
			return nil, err
		}
		return next.At(m.Seq() + 1)
	case d.Kind == match.KindRewind && d.Offer != "": // of the offer that was accepted
		back, err := m.At(m.Seq() - 1)
		if err != nil {
			return nil, err
		}
		accept := m.Log()[m.Seq()-1].Decision
		by.Player = accept.Author
		return back.Accept(by, accept.Seat, d.Offer)
	case d.Kind == match.KindRewind:
		return m.Rewind(by, d.To)
	case d.Kind == match.KindDecline:
		return m.Decline(by, d.Seat, d.Offer)
	case d.Kind == match.KindStand:
		st, err := g.Info().ParseStanding(d.Path[3])
		if err != nil {
			return nil, err
		}
		return m.StandingOrders(d.Seat).Set(by, match.Until(d.Path[0]), st)
	case d.Kind == match.KindRevoke:
		return m.StandingOrders(d.Seat).Revoke(by, d.To)
	case d.Kind == match.KindResign:
		return m.Resign(by, d.Seat)
	case d.Kind == match.KindRuling:
		return m.Rule(by, *d.Bench)
	}
	return nil, fmt.Errorf("no command for %s", d.Kind)
}

// followed is the match after the one answer that follows by itself.
func followed(m *match.Match, by match.By) (*match.Match, error) {
	next, err := m.Follow(by, noRoll{})
	if err != nil && !errors.Is(err, match.ErrNoRoll) {
		return nil, err
	}
	if next.Seq() == m.Seq() {
		return nil, errors.New("nothing follows")
	}
	return next.At(m.Seq() + 1)
}

// TestHeadsAreForEver plays matches with everything that people do in them: their heads
// are those of before decisions knew what their kinds have.
func TestHeadsAreForEver(t *testing.T) {
	var out bytes.Buffer
	for seed := range uint64(12) {
		tb := newTable(t, seed)
		tb.until(asked("march"))
		tb.take(tb.m.SetAs(tb.by(1), "red", map[string]string{"<&>": "b"}))
		tb.take(tb.m.Set(tb.by(2), map[string]string{"a": "b"}))
		tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
		tb.take(match.StandUnbounded(tb.m.StandingOrders("blue"), tb.by(2), match.ThisMatch, order))
		tb.take(tb.m.StandingOrders("blue").Revoke(tb.by(2), tb.m.Seq()))
		tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Draw}))
		tb.take(tb.m.Decline(tb.by(2), "blue", match.Draw))
		tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewSettings, Settings: map[string]string{"a": "c"}}))
		tb.take(tb.m.Accept(tb.by(2), "blue", match.NewSettings))
		tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: tb.m.Line()[1].Decision.Seq}))
		tb.take(tb.m.Accept(tb.by(2), "blue", match.TakeBack))
		tb.until(asked("march"))
		tb.take(tb.m.Appeal(tb.by(1), "red", match.Adjudication{From: 2, To: 3, Rules: []string{"8.4"}, Reason: match.PhraseHash("why")}))
		tb.take(tb.m.Appeal(tb.by(2), "blue", match.Adjudication{}))
		tb.take(tb.m.Rule(tb.by(0), match.Adjudication{Judgement: match.GoneBack, To: tb.m.Line()[1].Decision.Seq}))
		tb.take(tb.m.Restore(tb.by(0)))
		tb.take(tb.m.Resume(tb.by(1), "red"))
		tb.take(tb.m.Resume(tb.by(2), "blue"))
		tb.take(tb.m.Leave(tb.by(1), "red"))
		tb.take(tb.m.Join(tb.by(3), "red"))
		tb.take(tb.m.Expire(tb.by(0), tb.m.Position().Prompts()[0].Seat, "remind"))
		tb.finish()
		for _, e := range tb.m.Log() {
			ever.Unchanged(t, e.Line)
		}
		kinds := 0
		for _, kind := range []string{"open", "join", "leave", "answer", "rewind", "offer", "accept", "decline", "set", "stand", "revoke", "expire", "appeal", "ruling", "restore", "go-on"} {
			for _, e := range tb.m.Log() {
				if bytes.Contains(e.Line, []byte(`"kind":"`+kind+`"`)) {
					kinds++
					break
				}
			}
		}
		fmt.Fprintf(&out, "%d #%d·%s, %d kinds\n", seed, tb.m.Seq(), tb.m.Head(), kinds)
	}
	golden(t, "heads.golden", out.Bytes())
}

// TestForeignFieldsAreJudgedAsEver puts a field into a line of a kind that does not have
// it: it is read, folded and judged anew as it always was.
func TestForeignFieldsAreJudgedAsEver(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Draw}))
	tb.take(tb.m.Decline(tb.by(2), "blue", match.Draw))
	tb.take(tb.m.StandingOrders("blue").Revoke(tb.by(2), tb.m.Seq()-2))
	tb.take(tb.m.Set(tb.by(1), map[string]string{"a": "b"}))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewSettings, Settings: map[string]string{"a": "c"}}))
	tb.take(tb.m.Accept(tb.by(2), "blue", match.NewSettings))
	tb.take(tb.m.Leave(tb.by(2), "blue"))
	tb.take(tb.m.Join(tb.by(2), "blue"))
	tb.take(tb.m.Appeal(tb.by(1), "red", match.Adjudication{From: 2, To: 3}))
	tb.take(tb.m.Rule(tb.by(0), match.Adjudication{Judgement: match.GoneBack, To: tb.m.Line()[3].Decision.Seq}))
	tb.take(tb.m.Restore(tb.by(0)))
	tb.take(tb.m.Resume(tb.by(0), ""))
	tb.take(tb.m.Expire(tb.by(0), tb.m.Position().Prompts()[0].Seat, "remind"))
	tb.take(tb.m.Resign(tb.by(1), "red"))
	extra := []string{
		`"seat":"red"`, `"seat":"green"`, `"prompt":"march@5"`, `"path":["x"]`, `"path":[]`, `"auto":true`, `"standing":3`,
		`"events":[{"kind":"passed"}]`, `"events":[{"kind":"rain"}]`, `"sealed":"` + match.PhraseHash("x") + `"`, `"opens":[4]`, `"opens":[]`,
		`"roll":{"no":1,"for":"x","faces":6}`, `"open":{"match":"m","game":"toy","law":1,"data":""}`, `"to":3`, `"to":99`, `"offer":"draw"`,
		`"offer":"take-back"`, `"expire":{"then":"remind"}`, `"bench":{"from":2,"to":3}`, `"phrase":"` + match.PhraseHash("x") + `"`,
		`"settings":{"a":"b"}`, `"settings":{}`, `"by":2`,
	}
	var out bytes.Buffer
	list := chaintest.Raws(tb.m.Log())
	for i, r := range list {
		for _, x := range extra {
			field, _, _ := strings.Cut(x, ":")
			if bytes.Contains(r.Line, []byte(field+":")) {
				continue
			}
			forged := chaintest.Raws(tb.m.Log())
			line := append(bytes.TrimSuffix(bytes.Clone(r.Line), []byte("}")), ("," + x + "}")...)
			var d flat
			if err := chain.Strict(line, &d); err != nil {
				t.Fatal(err)
			}
			if forged[i].Line = []byte(ever.Spelled(t, d)); bytes.Equal(forged[i].Line, r.Line) {
				forged[i].Line = line // which writing it again would drop
			}
			fmt.Fprintf(&out, "%d %s %s: %s\n", d.Seq, d.Kind, x, judgedAs(chaintest.Rechain(forged)))
		}
	}
	golden(t, "foreign.golden", out.Bytes())
}

// judgedAs says what becomes of a record.
func judgedAs(list []chain.Raw) string {
	entries, err := match.Read(list)
	if err != nil {
		return "read: " + err.Error()
	}
	m, err := match.Fold(toy.Strict(), entries)
	if err != nil {
		return "folded: " + err.Error()
	}
	found, err := match.Rejudge(toy.Strict(), entries)
	if err != nil {
		return "judged: " + err.Error()
	}
	if len(found) > 0 {
		return "judged again: " + found[0].What
	}
	var b bytes.Buffer
	f := &match.File{Data: match.Data{}, Entries: entries}
	if err := match.Encode(&b, f.For("red")); err != nil {
		return "encoded: " + err.Error()
	}
	report, err := match.Verify(f.For("red"), toy.Strict(), nil)
	if err != nil {
		return "verified: " + err.Error()
	}
	sum := chain.Head{}.Next(fmt.Appendf(nil, "%+v %s %v %s", report, b.Bytes(), m.DiceInputs().Orders, m.Position()))
	told, err := m.VisibleTo(engine.Spectator).Changes(0, m.Seq())
	return fmt.Sprintf("taken, %s, %d lines told, %v", sum.Short(), len(told.Change.Lines), err)
}

// FuzzDecision reads lines that nobody wrote as they were always read.
func FuzzDecision(f *testing.F) {
	ever.Fuzz(f, `{"path":[],"opens":[],"settings":{},"events":[],"N":1,"kind":"set"}`)
}

// phraseOf is the phrase of the records of docs that has a hash.
func phraseOf(hash string) string {
	for _, phrase := range []string{"red's phrase", "blue's phrase", "a substitute's phrase"} {
		if match.PhraseHash(phrase) == hash {
			return phrase
		}
	}
	return ""
}
