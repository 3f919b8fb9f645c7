package league

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/engine/chain"
	"referee/engine/enginetest"
	"referee/engine/enginetest/chaintest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	enginetest.Golden(t, *update, filepath.Join("testdata", name), got)
}

// allFields is a decision as its line spells it: every field that any kind has. It is how
// lines were read and written before decisions knew what their kinds have, and what
// [Decision] must agree with for ever.
type allFields struct {
	Seq     int      `json:"n"`
	Kind    Kind     `json:"kind"`
	Author  Player   `json:"by,omitempty"`
	Rules   *Rules   `json:"rules,omitempty"`
	Player  Player   `json:"player,omitempty"`
	Other   Player   `json:"other,omitempty"`
	Slots   int      `json:"slots,omitempty"`
	Waking  *Waking  `json:"waking,omitempty"`
	Order   []Player `json:"order,omitempty"`
	Plan    []Round  `json:"plan,omitempty"`
	Match   int      `json:"match,omitempty"`
	Round   int      `json:"round,omitempty"`
	Pairs   []Pair   `json:"pairs,omitempty"`
	Byes    []Player `json:"byes,omitempty"`
	Bidding int64    `json:"bidding,omitempty"`
	Sealed  string   `json:"sealed,omitempty"`
	Bids    []Bid    `json:"bids,omitempty"`
	Opens   []string `json:"opens,omitempty"`
	Result  *Result  `json:"result,omitempty"`
	Ruling  *Ruling  `json:"ruling,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	To      int      `json:"to,omitempty"`
	From    int64    `json:"from,omitempty"`
	Until   int64    `json:"until,omitempty"`
	At      int64    `json:"at"`
	Door    string   `json:"door,omitempty"`
}

// ever compares with how lines always were.
var ever = chaintest.Ever[Decision, allFields]{Escaped: true}

func TestEveryKindIsSpelledAsEver(t *testing.T) {
	kinds := map[Kind]bool{}
	lines := ever.Kinds(t)
	for _, was := range lines {
		kinds[was.Kind] = true
	}
	if len(lines) < 80 || len(kinds) != len(every)+2 {
		t.Errorf("%d lines of %d kinds", len(lines), len(kinds))
	}
}

// every is every kind of decision.
var every = []Kind{
	KindCreate, KindAmend, KindJoin, KindLeave, KindStart, KindPair, KindChallenge, KindBid, KindAward, KindResult, KindCorrect,
	KindWithdraw, KindBlock, KindUnblock, KindVacation, KindWish, KindSubstitute, KindAppeal, KindRuling, KindFinish, KindUndo,
	KindRestore, KindResume,
}

// say takes a decision in that is spelled as in a line, but for what [season.do] fills in.
func (s *season) say(text string) {
	s.Helper()
	var d Decision
	if err := chain.Strict([]byte(text), &d); err != nil {
		s.Fatalf("%s: %v", text, err)
	}
	s.do(d)
}

// sayings takes decisions in, one after the other.
func (s *season) sayings(texts ...string) {
	s.Helper()
	for _, text := range texts {
		s.say(text)
	}
}

// bidden seals and opens the bids of all matches that wait for them.
func (s *season) bidden() {
	s.Helper()
	for _, m := range s.running() {
		if !m.Bidding() {
			continue
		}
		for i, p := range m.Pair {
			s.say(fmt.Sprintf(`{"kind":"bid","by":%d,"match":%d,"player":%[1]d,"sealed":%[3]q}`, p, m.No, sealed(string(rune('a'+i)))))
		}
		s.say(fmt.Sprintf(`{"kind":"award","match":%d,"bids":[{"side":2,"vp":%d},{"side":2,"vp":2}],"opens":[%q,%q]}`,
			m.No, m.No%4, sealed("a"), sealed("b")))
	}
}

// playedSeason plays a league with everything that is done in one of its format.
func playedSeason(t *testing.T, r Rules, players int) *season {
	t.Helper()
	s := found(t, r, players)
	r = s.Rules()
	r.Settings = map[string]string{"a": "<&>"}
	s.say(`{"kind":"amend","by":1,"rules":` + ever.Spelled(t, r) + `}`)
	s.sayings(
		fmt.Sprintf(`{"kind":"join","by":%d,"player":%[1]d,"slots":2,"waking":[1,2,3]}`, players+1),
		fmt.Sprintf(`{"kind":"leave","by":%d,"player":%[1]d}`, players+1),
		`{"kind":"wish","by":2,"player":2,"slots":3,"waking":[0,7,0],"door":"<here>"}`,
		`{"kind":"vacation","by":3,"player":3,"from":1,"until":2}`,
		`{"kind":"block","by":1,"player":3,"other":2}`,
		`{"kind":"unblock","by":1,"player":2,"other":3,"reason":"`+sealed("0")+`"}`,
	)
	s.begin()
	for round := 1; s.open(round); round++ {
		s.bidden()
		for i, m := range s.running() {
			if round == 1 && i == 0 {
				s.busy(m)
			}
			s.win(m)
		}
		if round == 2 {
			s.say(`{"kind":"withdraw","player":4,"door":"test"}`)
		}
	}
	s.sayings(
		fmt.Sprintf(`{"kind":"correct","match":%d,"result":{"how":"adjudicated","decisive":true,"winner":2,"vp":-3,"timeouts":[1,2]}}`, s.Matches()[0].No),
		fmt.Sprintf(`{"kind":"correct","match":%d}`, s.Matches()[0].No),
		fmt.Sprintf(`{"kind":"result","match":%d,"result":{"how":"forfeit","timeouts":[0,0]}}`, s.Matches()[0].No),
		`{"kind":"restore"}`, `{"kind":"go-on","by":1}`, `{"kind":"finish","by":1}`,
	)
	s.say(fmt.Sprintf(`{"kind":"undo","by":1,"to":%d}`, s.Seq()))
	s.say(`{"kind":"finish"}`)
	return s
}

// rulings lists the decisions of judges that stand.
func rulings(l *League) []Decision {
	var out []Decision
	for i, e := range l.log {
		if e.Decision.Kind() == KindRuling && !l.void[i] {
			out = append(out, e.Decision)
		}
	}
	return out
}

// open opens what is to be played next: of a ladder three challenges.
func (s *season) open(round int) bool {
	s.Helper()
	if s.Rules().Format != FormatLadder {
		return s.next()
	}
	if round > 3 {
		return false
	}
	ladder := s.Ladder()
	d, err := s.ProposeChallenge(3, ladder[max(0, ladder.Place(3)-3)], s.at)
	if err != nil {
		s.Fatal(err)
	}
	s.do(d)
	return true
}

// busy is what organisers and judges do about a match under way.
func (s *season) busy(m Match) {
	s.Helper()
	s.sayings(
		fmt.Sprintf(`{"kind":"substitute","match":%d,"player":%d,"other":%d}`, m.No, m.Seats[0], s.People()+1),
		fmt.Sprintf(`{"kind":"substitute","match":%d,"player":%d}`, m.No, s.People()+1),
		fmt.Sprintf(`{"kind":"substitute","match":%d,"other":%d}`, m.No, m.Seats[0]),
		fmt.Sprintf(`{"kind":"appeal","by":%d,"match":%d,"ruling":{"from":3,"to":9},"reason":%q}`, m.Seats[0], m.No, sealed("c")),
		fmt.Sprintf(`{"kind":"ruling","by":%d,"match":%d,"ruling":{"verdict":"replay","from":3,"to":9,"rules":["8.4","<8>"]},"reason":%q}`, s.People()+1, m.No, sealed("d")),
		fmt.Sprintf(`{"kind":"appeal","match":%d}`, m.No),
		fmt.Sprintf(`{"kind":"ruling","match":%d,"ruling":{"verdict":"stands"}}`, m.No),
	)
}

// leagues are played as [whole] does: some in each format.
func leagues(t *testing.T) map[string]*season {
	return map[string]*season{
		"round robin":           playedSeason(t, Rules{Format: FormatRoundRobin, RoundTime: 1000 * hour}, 5),
		"double round robin":    playedSeason(t, Rules{Format: FormatRoundRobin, Double: true, Rolling: true, Slots: 2}, 4),
		"round robin with bids": playedSeason(t, Rules{Format: FormatRoundRobin, Bidding: 48 * hour, RoundTime: 1000 * hour}, 4),
		"swiss":                 playedSeason(t, Rules{Format: FormatSwiss, Rounds: 4}, 9),
		"swiss with bids":       playedSeason(t, Rules{Format: FormatSwiss, Rounds: 3, Initial: Second, Bidding: 48 * hour}, 8),
		"ladder":                playedSeason(t, Rules{Format: FormatLadder, Reach: 2, RoundTime: 1000 * hour}, 5),
		"ladder with bids":      playedSeason(t, Rules{Format: FormatLadder, Reach: 2, Bidding: 48 * hour}, 5),
	}
}

// TestHeadsAreForEver plays leagues with everything that people do in them: their heads
// are those of before decisions knew what their kinds have.
func TestHeadsAreForEver(t *testing.T) {
	var out bytes.Buffer
	tried := map[Kind]bool{}
	all := leagues(t)
	for _, name := range sorted(all) {
		s := all[name]
		s.reread()
		kinds := map[Kind]bool{}
		for _, e := range s.Log() {
			was := ever.Unchanged(t, e.Line)
			kinds[was.Kind], tried[was.Kind] = true, true
		}
		fmt.Fprintf(&out, "%s #%d·%s, %d kinds; %s\n", name, s.Seq(), s.Head(), len(kinds), judgedAs(chaintest.Raws(s.Log())))
	}
	if len(tried) != len(every) {
		t.Errorf("%d kinds of %d", len(tried), len(every))
	}
	golden(t, "heads.golden", out.Bytes())
}

// sorted are the names of some leagues in order.
func sorted(all map[string]*season) []string {
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// foreign are fields, of which most kinds have none.
var foreign = []string{
	`"by":2`, `"by":99`, `"rules":{}`, `"rules":{"league":"test","format":"swiss","rounds":2,"slots":1,"scoring":{}}`,
	`"player":2`, `"player":99`, `"player":-1`, `"other":3`, `"other":99`, `"slots":2`, `"slots":-1`, `"waking":[1,2,3]`,
	`"order":[2,1]`, `"order":[]`, `"plan":[{"pairs":[[1,2]]}]`, `"plan":[]`, `"match":1`, `"match":77`, `"round":7`,
	`"pairs":[[1,2]]`, `"pairs":[]`, `"byes":[3]`, `"byes":[]`, `"bidding":9`, `"sealed":"x"`, `"bids":[{"side":1,"vp":2}]`, `"bids":[]`,
	`"opens":["x"]`, `"opens":[]`, `"result":{"how":"played","timeouts":[0,0]}`, `"ruling":{"verdict":"stands"}`,
	`"reason":"` + sealed("e") + `"`, `"reason":"they were rude"`, `"to":3`, `"to":99`, `"from":5`, `"until":9`, `"door":"x"`, `"plover":1`,
}

// TestForeignFieldsAreJudgedAsEver puts a field into a line of a kind that does not have
// it: it is read and folded, or refused, as it always was.
func TestForeignFieldsAreJudgedAsEver(t *testing.T) {
	var out bytes.Buffer
	all := leagues(t)
	judged := map[Kind]bool{}
	for _, name := range []string{"ladder with bids", "round robin", "swiss with bids"} {
		log := chaintest.Raws(all[name].Log())
		for _, kind := range []string{"dance", ""} { // a newer referee's, which was undone
			log = append(log, chain.Raw{Line: fmt.Appendf(nil, `{"n":%d,"kind":%q,"at":7}`, len(log)+1, kind)})
			log = append(log, chain.Raw{Line: fmt.Appendf(nil, `{"n":%d,"kind":"undo","to":%d,"at":7}`, len(log)+1, len(log))})
		}
		for i, r := range log {
			var was allFields
			if err := json.Unmarshal(r.Line, &was); err != nil {
				t.Fatal(err)
			}
			if judged[was.Kind] && was.Kind != KindStart {
				continue
			}
			judged[was.Kind] = true
			for _, x := range foreign {
				if field, _, _ := strings.Cut(x, ":"); bytes.Contains(r.Line, []byte(field+":")) {
					continue
				}
				forged := slices.Clone(log)
				forged[i].Line = append(bytes.TrimSuffix(bytes.Clone(r.Line), []byte("}")), ("," + x + "}")...)
				ever.Same(t, forged[i].Line)
				fmt.Fprintf(&out, "%s, %d %s %s: %s\n", name, i+1, was.Kind, x, judgedAs(chaintest.Rechain(forged)))
			}
		}
	}
	golden(t, "foreign.golden", out.Bytes())
}

// kept is a log as it was kept before records shared their entries with those of matches.
func kept(l *League) any {
	type entry struct {
		Decision Decision
		Line     []byte
		Head     chain.Head
	}
	var out []entry
	for _, e := range l.Log() {
		out = append(out, entry{e.Decision, e.Line, e.Head})
	}
	return out
}

// judgedAs says what becomes of a log: the hash of all that can be known of its league.
func judgedAs(log []chain.Raw) string {
	l, err := reread(log)
	if err != nil {
		return err.Error()
	}
	var all bytes.Buffer
	enc := json.NewEncoder(&all)
	encode := func(v ...any) {
		for _, x := range v {
			if e := enc.Encode(x); e != nil {
				err = e
			}
		}
	}
	encode(l.Rules(), l.People(), l.Members(), l.Matches(), l.Planned(), l.Table(), l.Ladder(), l.Started(), l.Over(),
		l.Restored(), l.Complete(), rulings(l), kept(l), Standings(l.Table()), l.blocks, l.finished, l.numbers, l.void)
	for seq := range l.Seq() + 1 {
		encode(l.Auctioned(seq))
		for no := range 4 {
			encode(l.PairAt(no, seq))
		}
	}
	for _, r := range l.rounds {
		encode(r.no, r.byes)
	}
	if err != nil {
		return err.Error()
	}
	return "taken, " + chain.Head{}.Next(all.Bytes()).Short()
}

// FuzzDecision reads lines that nobody wrote as they were always read.
func FuzzDecision(f *testing.F) {
	ever.Fuzz(f, `{"order":[],"opens":[],"pairs":[],"plan":null,"N":1,"kind":"start"}`)
}
