package league

import (
	"bytes"
	"errors"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"referee/engine/chain"
	"referee/engine/enginetest/chaintest"
)

// hour is in milliseconds.
const hour = int64(3_600_000)

// season plays a league in a test: every decision must fit.
type season struct {
	*testing.T
	*League
	at int64
}

func found(t *testing.T, r Rules, players int) *season {
	t.Helper()
	r.League, r.Slots, r.Scoring = "test", max(r.Slots, 1), PlainScoring()
	l, err := Found(Decision{Author: 1, Act: ActCreate{Rules: &r}})
	if err != nil {
		t.Fatal(err)
	}
	s := &season{T: t, League: l}
	for p := 1; p <= players; p++ {
		s.do(Decision{Author: Player(p), Act: ActJoin{Player: Player(p)}})
	}
	return s
}

func (s *season) do(d Decision) {
	s.Helper()
	s.at += hour
	d.At = s.at
	next, err := s.Do(d)
	if err != nil {
		s.Fatalf("%+v: %v", d, err)
	}
	s.League = next
}

func (s *season) refuse(want error, d Decision) {
	s.Helper()
	d.At = s.at + hour
	if _, err := s.Do(d); !errors.Is(err, want) {
		s.Errorf("%+v: %v, want %v", d, err, want)
	}
}

func (s *season) begin() {
	s.Helper()
	d, err := s.Begin(nil, s.at)
	if err != nil {
		s.Fatal(err)
	}
	s.do(d)
}

// next pairs what Next proposes, and reports whether there was anything.
func (s *season) next() bool {
	s.Helper()
	d, err := s.Next(s.at)
	if errors.Is(err, ErrNothing) {
		return false
	}
	if err != nil {
		s.Fatal(err)
	}
	s.do(d)
	return true
}

// win ends a match: the lower number wins.
func (s *season) win(m Match) {
	s.Helper()
	w := First
	if m.Pair[1] < m.Pair[0] {
		w = Second
	}
	s.do(Decision{Act: ActResult{Match: m.No, Result: &Result{How: Played, Winner: w, VP: 3 - 2*int(w)}}})
}

func (s *season) running() []Match {
	return slices.DeleteFunc(s.Matches(), func(m Match) bool { return m.Result != nil })
}

// reread checks that the log, read again, is the same league.
func (s *season) reread() {
	s.Helper()
	again, err := reread(chaintest.Raws(s.Log()))
	if err != nil || !reflect.DeepEqual(again.state, s.state) || again.Head() != s.Head() {
		s.Errorf("the log reads as another league: %v", err)
	}
}

// reread reads and folds a log.
func reread(raw []chain.Raw) (*League, error) {
	log, err := Read(raw)
	if err != nil {
		return nil, err
	}
	return Fold(log)
}

// TestRoundRobinSeason plays one round by round and one rolling.
func TestRoundRobinSeason(t *testing.T) {
	for _, rolling := range []bool{false, true} {
		s := found(t, Rules{Format: FormatRoundRobin, Double: true, Rolling: rolling, Slots: 2}, 7)
		s.do(Decision{Act: ActBlock{Player: 6, Other: 3}})
		s.begin()
		s.refuse(ErrStarted, Decision{Act: ActJoin{Player: 8}})
		for s.next() {
			for _, m := range s.running() {
				for _, p := range m.Pair {
					if s.free(p, s.at) < 0 {
						t.Errorf("%d has more matches than they want", p)
					}
				}
			}
			if !rolling {
				checkRound(t, s.running())
			}
			for _, m := range s.running() {
				s.win(m)
			}
		}
		if n := len(s.Matches()); n != 7*6-2 || !s.Complete() || len(s.Planned()) != 0 {
			t.Errorf("%d matches, %d left", n, len(s.Planned()))
		}
		lines := Standings(s.Table())
		if got := order(lines); got != "1.1 2.2 3.3 4.4 5.5 6.6 7.7" {
			t.Error(got)
		}
		var pairs []Pair
		for _, m := range s.Matches() {
			pairs = append(pairs, m.Pair)
		}
		checkSides(t, "season", pairs)
		s.reread()
	}
}

func checkRound(t *testing.T, matches []Match) {
	t.Helper()
	seen := map[Player]bool{}
	for _, m := range matches {
		for _, p := range m.Pair {
			if seen[p] {
				t.Errorf("player %d has two matches in round %d", p, m.Round)
			}
			seen[p] = true
		}
	}
}

// TestDeadline: the next round comes when the time of the last is out, for those
// who have a place free; what a player could not begin comes later.
func TestDeadline(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin, RoundTime: 24 * hour}, 4)
	s.do(Decision{Act: ActVacation{Player: 2, From: 0, Until: 40 * hour}})
	s.begin()
	s.next() // 1-4; 2-3 waits
	if got := s.running(); len(got) != 1 || got[0].Pair != (Pair{1, 4}) {
		t.Fatalf("round 1: %+v", got)
	}
	if s.next() {
		t.Error("a round was paired while the one before was on")
	}
	s.at += 25 * hour
	if s.next() {
		t.Error("1 and 4 are busy and 2 is away, but somebody was paired")
	}
	s.win(s.running()[0])
	s.next() // 4-3
	s.at += 10 * hour
	s.next() // 2 is back: 1-2
	var got []Pair
	for _, m := range s.running() {
		got = append(got, m.Pair)
	}
	if !reflect.DeepEqual(got, []Pair{{4, 3}, {1, 2}}) {
		t.Errorf("then %v", got)
	}
}

// TestMoments: a round is out of time, and a vacation over, at the moment that is
// named, and not before.
func TestMoments(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin, RoundTime: 24 * hour, Slots: 2}, 4)
	s.begin()
	s.next()
	until := s.running()[0].Until
	s.do(Decision{Act: ActVacation{Player: 1, From: until, Until: until + hour}})
	for _, c := range []struct {
		at    int64
		pairs int
	}{{until - 1, 0}, {until, 1}, {until + hour - 1, 1}, {until + hour, 2}} {
		d, err := s.Next(c.at)
		var pairs []Pair
		if o := d.Opened(); o != nil {
			pairs = o.Pairs
		}
		if len(pairs) != c.pairs || (err == nil) != (c.pairs > 0) {
			t.Errorf("%d ms after the round: %v, %v", c.at-until, pairs, err)
		}
	}
}

// TestUnplayableRoundsSkipped: rounds of which nothing can be played are passed over.
func TestUnplayableRoundsSkipped(t *testing.T) {
	for _, why := range []Decision{
		{Act: ActWithdraw{Player: 2}},
		{Act: ActVacation{Player: 2, From: 0, Until: 1000 * hour}},
		{Act: ActBlock{Player: 2, Other: 1}},
	} {
		s := found(t, Rules{Format: FormatRoundRobin}, 3) // 2-3, 1-2, 3-1
		s.begin()
		s.next()
		s.win(s.running()[0])
		s.do(why)
		s.next()
		if got := s.running(); len(got) != 1 || got[0].Pair != (Pair{3, 1}) {
			t.Fatalf("%s: %+v", why.Kind(), got)
		}
		s.win(s.running()[0])
		if s.next() || s.Complete() != (why.Kind() != KindVacation) {
			t.Errorf("%s: complete %v", why.Kind(), s.Complete())
		}
	}
}

// TestRollingPrefersWakingHours opens first those who are awake together.
func TestRollingPrefersWakingHours(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin, Rolling: true}, 4)
	early, late := Awake(0, 600, 0), Awake(600, 1200, 0)
	for p, w := range []Waking{early, late, early, late} {
		s.do(Decision{Act: ActWish{Player: Player(p + 1), Waking: &w}})
	}
	s.begin()
	s.next()
	for _, m := range s.running() {
		if (m.Pair[0]+m.Pair[1])%2 != 0 {
			t.Errorf("%v begin, who never meet awake", m.Pair)
		}
	}
}

// TestSwissSeason plays one with an absence, a latecomer and somebody who goes.
func TestSwissSeason(t *testing.T) {
	s := found(t, Rules{Format: FormatSwiss, Rounds: 5}, 11)
	s.do(Decision{Act: ActBlock{Player: 1, Other: 2}})
	s.begin()
	rounds := 0
	for s.next() {
		rounds++
		if s.next() {
			t.Fatal("a round was paired while the one before was on")
		}
		checkRound(t, s.running())
		for i, m := range s.running() {
			if i == 0 {
				s.do(Decision{Act: ActResult{Match: m.No, Result: &Result{How: Played}}})
			} else {
				s.win(m)
			}
		}
		switch rounds {
		case 1:
			s.do(Decision{Act: ActJoin{Player: 12}})
			s.do(Decision{Act: ActVacation{Player: 4, From: s.at, Until: s.at + 3*hour}})
		case 2:
			s.do(Decision{Act: ActWithdraw{Player: 5}})
		}
	}
	met := map[Pair]bool{}
	for _, m := range s.Matches() {
		if met[m.Pair.key()] || m.Pair.key() == (Pair{1, 2}) || m.Round > 2 && m.Pair.Has(5) || m.Round == 2 && m.Pair.Has(4) {
			t.Errorf("round %d has %v", m.Round, m.Pair)
		}
		met[m.Pair.key()] = true
	}
	if rounds != 5 || !s.Complete() || len(s.Table().Byes) != 5 {
		t.Errorf("%d rounds, byes %v", rounds, s.Table().Byes)
	}
	s.reread()
}

// TestASwissLeagueRunsDry: it is complete before its last round where nobody is left to
// meet, and goes on when somebody is again.
func TestASwissLeagueRunsDry(t *testing.T) {
	for _, why := range []Decision{{Act: ActWithdraw{Player: 3}}, {Act: ActBlock{Player: 3}}} {
		s := found(t, Rules{Format: FormatSwiss, Rounds: 2}, 3)
		s.begin()
		s.next()
		m := s.running()[0]
		s.win(m)
		if s.Complete() {
			t.Error("complete after one round of two")
		}
		if bye := s.Table().Byes[0]; why.Kind() == KindWithdraw {
			s.do(Decision{Act: ActWithdraw{Player: bye}})
		} else {
			for _, p := range m.Pair {
				s.do(Decision{Act: ActBlock{Player: bye, Other: p}})
			}
		}
		if s.next() || !s.Complete() {
			t.Errorf("%s: complete %v", why.Kind(), s.Complete())
		}
		s.do(Decision{Act: ActJoin{Player: 4}})
		if s.Complete() || !s.next() {
			t.Errorf("%s, and a fourth joins: complete %v", why.Kind(), s.Complete())
		}
	}
}

// TestSwissSeasonIsDutch: what a league knows of its rounds is what Swiss needs.
func TestSwissSeasonIsDutch(t *testing.T) {
	const seed = 21
	rnd := rand.New(rand.NewSource(seed))
	s := found(t, Rules{Format: FormatSwiss, Rounds: 6}, 13)
	s.begin()
	field := newTournament(13)
	for s.next() {
		last := s.Log()[s.Seq()-1].Decision.Act.(ActPair)
		if want := Swiss(field, Draw{}); !reflect.DeepEqual(Round{last.Pairs, last.Byes}, want) {
			t.Fatalf("seed %d: paired %v %v, want %v", seed, last.Pairs, last.Byes, want)
		}
		var points []int
		for _, m := range s.running() {
			w := Side(rnd.Intn(3))
			points = append(points, []int{1, 2, 0}[w])
			s.do(Decision{Act: ActResult{Match: m.No, Result: &Result{How: Played, Winner: w}}})
		}
		field.played(Round{last.Pairs, last.Byes}, points)
	}
}

func TestLadderSeason(t *testing.T) {
	s := found(t, Rules{Format: FormatLadder, Reach: 2}, 5)
	s.begin()
	dare := func(a, b Player) Match {
		t.Helper()
		d, err := s.ProposeChallenge(a, b, s.at)
		if err != nil {
			t.Fatal(err)
		}
		s.do(d)
		return s.running()[0]
	}
	if _, err := s.ProposeChallenge(5, 2, s.at); !errors.Is(err, ErrReach) {
		t.Error(err)
	}
	m := dare(5, 3)
	slots := &season{T: t, League: s.League, at: s.at}
	for _, p := range m.Pair {
		slots.do(Decision{Act: ActWish{Player: p, Slots: 2}})
	}
	slots.refuse(ErrBusy, Decision{Act: ActChallenge{Opened: Opened{Match: 2, Pairs: []Pair{m.Pair.Swapped()}}, Player: 5}})
	if m.Pair != (Pair{3, 5}) {
		t.Errorf("sides %v", m.Pair)
	}
	if _, err := s.ProposeChallenge(3, 2, s.at); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	s.do(Decision{Act: ActResult{Match: m.No, Result: &Result{How: Played, Winner: Second}}})
	if got := s.Ladder(); !reflect.DeepEqual(got, Ladder{1, 2, 5, 4, 3}) {
		t.Error(got)
	}
	s.do(Decision{Act: ActJoin{Player: 6}})
	m = dare(5, 1)
	s.do(Decision{Act: ActResult{Match: m.No, Result: &Result{How: Forfeited, Winner: m.Pair.Side(5)}}})
	if got := s.Ladder(); !reflect.DeepEqual(got, Ladder{5, 2, 1, 4, 3, 6}) {
		t.Error(got)
	}
	s.do(Decision{Act: ActCorrect{Match: 1, Result: &Result{How: Adjudicated}}}) // a draw after all: 5 stayed fifth
	s.do(Decision{Act: ActWithdraw{Player: 2}})
	if got := s.Ladder(); !reflect.DeepEqual(got, Ladder{5, 3, 4, 1, 6}) {
		t.Error(got)
	}
	if s.next() || s.Complete() {
		t.Error("a ladder was paired by rounds, or is complete")
	}
	s.reread()
}

// TestEveryActIsUndone does every kind of decision, undoes it, and finds the
// league as it was; then undoes that, and finds it done.
func TestEveryActIsUndone(t *testing.T) {
	setup := found(t, Rules{Format: FormatSwiss, Rounds: 3, Slots: 2}, 6)
	going := &season{T: t, League: setup.League}
	going.begin()
	going.next()
	going.win(going.running()[0])
	going.do(Decision{Act: ActBlock{Player: 1, Other: 6}})
	ladder := found(t, Rules{Format: FormatLadder, Reach: 3}, 4)
	ladder.begin()
	dare, err := ladder.ProposeChallenge(3, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	start, _ := setup.Begin(nil, 0)
	bids, m := auction(t)
	for i, p := range m.Pair {
		bids.do(Decision{Act: ActBid{Match: m.No, Player: p, Sealed: sealed(string(rune('a' + i)))}})
	}
	over := &season{T: t, League: going.League}
	for _, m := range over.running() {
		over.win(m)
	}
	round, err := over.Next(0)
	if err != nil {
		t.Fatal(err)
	}
	rules := going.Rules()
	rules.Rounds = 4
	done, open := going.Matches()[0], going.running()[0]
	draw := &Result{How: Played}
	cases := []struct {
		from *season
		d    Decision
	}{
		{going, Decision{Act: ActAmend{Rules: &rules}}},
		{setup, Decision{Act: ActJoin{Player: 7}}},
		{setup, Decision{Act: ActLeave{Player: 3}}},
		{setup, start},
		{over, round},
		{ladder, dare},
		{bids, Decision{Act: ActBid{Match: 1, Player: 2, Sealed: sealed("e")}}},
		{bids, bids.award(1, Bid{Second, 1}, Bid{First, 2})},
		{going, Decision{Act: ActResult{Match: open.No, Result: draw}}},
		{going, Decision{Act: ActCorrect{Match: done.No, Result: draw}}},
		{going, Decision{Act: ActCorrect{Match: done.No}}},
		{going, Decision{Act: ActWithdraw{Player: 2}}},
		{going, Decision{Act: ActBlock{Player: 2, Other: 3}}},
		{going, Decision{Act: ActUnblock{Player: 6, Other: 1}}},
		{going, Decision{Act: ActVacation{Player: 2, From: 1, Until: 2}}},
		{going, Decision{Act: ActWish{Player: 2, Slots: 3, Waking: &Waking{1}}}},
		{going, Decision{Act: ActSubstitute{Match: open.No, Out: open.Pair[0], In: 7}}},
		{going, Decision{Reason: strings.Repeat("0f", 32), Act: ActAppeal{Match: open.No, Ruling: &Ruling{From: 3, To: 9}}}},
		{going, Decision{Act: ActRuling{Match: open.No, Ruling: &Ruling{Verdict: RewindTo, To: 3, Rules: []string{"8.4"}}}}},
		{going, Decision{Act: ActFinish{}}},
	}
	tried := map[Kind]bool{KindCreate: true, KindUndo: true}
	for _, c := range cases {
		tried[c.d.Kind()] = true
		s := &season{T: t, League: c.from.League}
		before := s.League
		s.do(c.d)
		did := s.League
		n := s.Seq()
		s.do(Decision{Act: ActUndo{To: n}})
		sameLeague(t, c.d.Kind(), "undone", s.League, before)
		if !s.Undone(n) || len(s.Log()) != n+1 {
			t.Errorf("%s: it does not stay in the log", c.d.Kind())
		}
		s.refuse(ErrUndo, Decision{Act: ActUndo{To: n}})
		s.do(Decision{Act: ActUndo{To: n + 1}})
		sameLeague(t, c.d.Kind(), "done again", s.League, did)
		s.reread()
	}
	for _, k := range []Kind{
		KindCreate, KindAmend, KindJoin, KindLeave, KindStart, KindPair, KindChallenge, KindBid, KindAward, KindResult, KindCorrect,
		KindWithdraw, KindBlock, KindUnblock, KindVacation, KindWish, KindSubstitute, KindAppeal, KindRuling, KindFinish, KindUndo,
	} {
		if !tried[k] {
			t.Errorf("%s is not tried", k)
		}
	}
}

// sameLeague compares all but the numbers given to persons and matches, which
// are never used again.
func sameLeague(t *testing.T, k Kind, what string, got, want *League) {
	t.Helper()
	g, w := got.state, want.state
	g.people, g.numbers, w.people, w.numbers = 0, 0, 0, 0
	if !reflect.DeepEqual(normal(g), normal(w)) {
		t.Errorf("%s %s:\n got %+v\nwant %+v", k, what, g, w)
	}
	if !reflect.DeepEqual(Standings(got.Table()), Standings(want.Table())) {
		t.Errorf("%s %s: other standings", k, what)
	}
}

// normal makes empty lists nil.
func normal(s state) state {
	if len(s.blocks) == 0 {
		s.blocks = nil
	}
	if len(s.finished) == 0 {
		s.finished = nil
	}
	return s
}

// TestUndoRemovesDependentsFirst: what later decisions rest on is undone after them.
func TestUndoRemovesDependentsFirst(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin}, 3)
	s.begin()
	s.next()
	s.win(s.running()[0])
	paired := s.Seq() - 1
	for _, to := range []int{paired, 2, 1, 0, s.Seq() + 1} {
		if _, err := s.Do(Decision{Act: ActUndo{To: to}}); !errors.Is(err, ErrUndo) {
			t.Errorf("undo of %d, on which others rest: %v", to, err)
		}
	}
	var rests *RestsError
	if _, err := s.Do(Decision{Act: ActUndo{To: paired}}); !errors.As(err, &rests) || rests.Seq != paired+1 {
		t.Errorf("what rests on decision %d: %v", paired, err)
	}
	s.do(Decision{Act: ActUndo{To: paired + 1}})
	s.do(Decision{Act: ActUndo{To: paired}})
	s.next()
	if m := s.Matches(); len(m) != 1 || m[0].No != 2 {
		t.Errorf("paired anew: %+v", m)
	}
}

func TestRefused(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin}, 4)
	for _, r := range []Rules{
		{},
		{League: "x", Format: "cup", Slots: 1},
		{League: "x", Format: FormatSwiss, Slots: 1},
		{League: "x", Format: FormatLadder, Slots: 1},
		{League: "x", Format: FormatRoundRobin},
	} {
		if _, err := Found(Decision{Act: ActCreate{Rules: &r}}); !errors.Is(err, ErrFields) {
			t.Errorf("%+v: %v", r, err)
		}
	}
	s.refuse(ErrKind, Decision{Act: ActUnknown{Name: "dance"}})
	s.refuse(ErrFields, Decision{Reason: "he was rude", Act: ActFinish{}})
	s.refuse(ErrNumber, Decision{Act: ActJoin{Player: 6}})
	s.refuse(ErrJoined, Decision{Act: ActJoin{Player: 2}})
	s.refuse(ErrFields, Decision{Act: ActJoin{Player: 5, Slots: -1}})
	s.refuse(ErrMember, Decision{Act: ActLeave{Player: 5}})
	s.refuse(ErrWaiting, Decision{Act: ActWithdraw{Player: 2}})
	s.refuse(ErrFields, Decision{Act: ActBlock{Player: 2, Other: 2}})
	s.refuse(ErrFields, Decision{Act: ActVacation{Player: 2, From: 5, Until: 5}})
	left := &season{T: t, League: s.League}
	left.do(Decision{Act: ActLeave{Player: 2}})
	if n := len(left.Members()); n != 3 {
		t.Errorf("%d members after one of four has left", n)
	}
	left.do(Decision{Act: ActJoin{Player: 2}})
	s.refuse(ErrFields, Decision{Act: ActStart{Order: []Player{1, 2, 3}}})
	s.refuse(ErrFields, Decision{Act: ActStart{Order: []Player{1, 2, 3, 3}, Plan: Berger(4)}})
	s.refuse(ErrWaiting, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1, Pairs: []Pair{{1, 4}}}}})
	if _, err := s.Next(0); !errors.Is(err, ErrWaiting) {
		t.Error(err)
	}
	s.begin()
	s.refuse(ErrStarted, Decision{Act: ActLeave{Player: 2}})
	double := s.Rules()
	double.Double = true
	s.refuse(ErrStarted, Decision{Act: ActAmend{Rules: &double}})
	s.refuse(ErrFields, Decision{Act: ActPair{Opened: Opened{Match: 2, Round: 1, Pairs: []Pair{{1, 4}}}}})
	s.refuse(ErrPair, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1, Pairs: []Pair{{4, 1}}}}})
	s.refuse(ErrMatch, Decision{Act: ActResult{Match: 1, Result: &Result{How: Played}}})
	s.next()
	s.refuse(ErrOpen, Decision{Act: ActCorrect{Match: 1, Result: &Result{How: Played}}})
	for _, r := range []*Result{nil, {}, {How: Played, Winner: 3}, {How: Played, Decisive: true}, {How: Played, Timeouts: [2]int{0, -1}}} {
		s.refuse(ErrFields, Decision{Act: ActResult{Match: 1, Result: r}})
	}
	s.win(s.running()[0])
	s.refuse(ErrDone, Decision{Act: ActResult{Match: 1, Result: &Result{How: Played}}})
	s.refuse(ErrDone, Decision{Act: ActSubstitute{Match: 1, Out: 1, In: 5}})
	s.refuse(ErrFields, Decision{Act: ActSubstitute{Match: 2, Out: 1, In: 5}})
	for _, r := range []*Ruling{nil, {}, {Verdict: RewindTo}, {Verdict: Replay, From: 5, To: 4}, {Verdict: Replay, To: 4}} {
		s.refuse(ErrFields, Decision{Act: ActRuling{Match: 1, Ruling: r}})
	}
	s.refuse(ErrFields, Decision{Act: ActCreate{Rules: &Rules{}}})
	s.do(Decision{Act: ActFinish{}})
	s.refuse(ErrOver, Decision{Act: ActWithdraw{Player: 2}})
	s.do(Decision{Act: ActAppeal{Match: 1, Ruling: &Ruling{From: 1, To: 2}}})
	s.do(Decision{Act: ActRuling{Match: 1, Ruling: &Ruling{Verdict: Stands}}})
	if _, err := s.Next(0); !errors.Is(err, ErrOver) {
		t.Error(err)
	}
}

// TestRefusedSwiss: an organiser may pair a round by hand, but not against the
// rules that know no exception.
func TestRefusedSwiss(t *testing.T) {
	s := found(t, Rules{Format: FormatSwiss, Rounds: 3}, 4)
	s.begin()
	s.refuse(ErrPair, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1, Pairs: []Pair{{1, 2}, {2, 3}}}}})
	s.refuse(ErrPair, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1, Pairs: []Pair{{1, 2}}}, Byes: []Player{3, 2}}})
	s.refuse(ErrPair, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1, Pairs: []Pair{{1, 1}}}}})
	s.refuse(ErrMember, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1, Pairs: []Pair{{1, 5}}}}})
	s.refuse(ErrMember, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1}, Byes: []Player{5}}})
	s.refuse(ErrFields, Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 2, Pairs: []Pair{{1, 2}}}}})
	s.refuse(ErrFields, Decision{Act: ActChallenge{Opened: Opened{Match: 1, Pairs: []Pair{{1, 2}}}, Player: 2}})
	s.do(Decision{Act: ActPair{Opened: Opened{Match: 1, Round: 1, Pairs: []Pair{{1, 2}, {3, 4}}}}})
	s.refuse(ErrPair, Decision{Act: ActPair{Opened: Opened{Match: 3, Round: 2, Pairs: []Pair{{2, 1}}}}})
}

// TestLeagueNeverChanges: two decisions after the same league know nothing of
// each other.
func TestLeagueNeverChanges(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin}, 4)
	for range 3 {
		s.do(Decision{Act: ActVacation{Player: 1, From: 1, Until: 2}})
	}
	s.begin()
	s.next()
	before := s.League
	was := before.clone()
	left := &season{T: t, League: before}
	left.do(Decision{Act: ActVacation{Player: 1, From: 3, Until: 4}})
	left.win(left.running()[0])
	right := &season{T: t, League: before}
	right.do(Decision{Act: ActVacation{Player: 1, From: 5, Until: 6}})
	right.do(Decision{Act: ActWithdraw{Player: 2}})
	if !reflect.DeepEqual(before.state, was) || left.Members()[0].Away[3].From != 3 || left.Members()[1].Withdrawn {
		t.Error("a decision was seen elsewhere")
	}
	left.reread()
	right.reread()
}

// TestBench: an appeal waits for its ruling, which is found again.
func TestBench(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin}, 2)
	s.begin()
	s.next()
	s.do(Decision{Author: 2, Act: ActAppeal{Match: 1, Ruling: &Ruling{From: 4, To: 6}}})
	if m, _ := s.Match(1); !m.Appealed {
		t.Error("the appeal is lost")
	}
	judge := Player(s.People() + 1)
	r := Ruling{Verdict: Replay, From: 5, To: 6, Rules: []string{"8.4"}}
	s.do(Decision{Author: judge, Act: ActRuling{Match: 1, Ruling: &r}})
	s.do(Decision{Author: judge, Act: ActRuling{Match: 1, Ruling: &Ruling{Verdict: Stands}}})
	s.do(Decision{Author: judge, Act: ActUndo{To: s.Seq()}})
	got := rulings(s.League)
	if m, _ := s.Match(1); m.Appealed || len(got) != 1 || got[0].Author != judge || !reflect.DeepEqual(got[0].Act, ActRuling{Match: 1, Ruling: &r}) {
		t.Errorf("%+v", got)
	}
	if _, ok := s.Match(2); ok || !s.Started() || s.Over() {
		t.Error("a match from nowhere, or the league has not begun, or is over")
	}
}

// TestMarked: a match that a caretaker or a substitute has played is marked and
// not rated, also when the player comes back.
func TestMarked(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin}, 2)
	s.begin()
	s.next()
	s.do(Decision{Act: ActSubstitute{Match: 1, Out: 2}})
	s.do(Decision{Act: ActSubstitute{Match: 1, Out: Nobody, In: 3}})
	if m, _ := s.Match(1); m.Seats != (Pair{1, 3}) || m.Pair != (Pair{1, 2}) {
		t.Errorf("%+v", m)
	}
	s.do(Decision{Act: ActSubstitute{Match: 1, Out: 3, In: 2}})
	s.win(s.running()[0])
	if m, _ := s.Match(1); m.Score() != 1 || !m.Marked || s.Rules().Rated(m) || Standings(s.Table())[0].Marked != 1 {
		t.Errorf("%+v", m)
	}
}

// TestLogIsChained: a log that was tampered with names its first bad entry.
func TestLogIsChained(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin}, 3)
	s.begin()
	s.next()
	if _, err := reread(nil); err == nil {
		t.Error("an empty log was read")
	}
	chaintest.Tampered(t, s.Log(), func(raw []chain.Raw) error {
		_, err := Read(raw)
		return err
	})
	for _, c := range []struct {
		what, old, now string
		bad            int
	}{
		{"it does not fit", `"player":2`, `"player":1`, 3},
		{"a plan with a stranger", `"plan":[{"pairs":[[2,3]]`, `"plan":[{"pairs":[[2,4]]`, 5},
	} {
		raw := chaintest.Raws(s.Log())
		raw[c.bad-1].Line = bytes.Replace(raw[c.bad-1].Line, []byte(c.old), []byte(c.now), 1)
		_, err := reread(chaintest.Rechain(raw))
		if chaintest.Bad(t, c.what, err, c.bad); err != nil && !strings.HasPrefix(err.Error(), "league: entry ") {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestComing: pairs of who has withdrawn, and of who are not to be paired, do not come.
func TestComing(t *testing.T) {
	s := found(t, Rules{Format: FormatRoundRobin}, 4)
	s.begin()
	s.next()
	for i, d := range []Decision{
		{Act: ActVacation{Player: 1, From: 1, Until: 2}}, // nothing to the point
		{Act: ActBlock{Player: s.Planned()[0][0], Other: s.Planned()[0][1]}},
		{Act: ActUnblock{Player: s.Planned()[0][0], Other: s.Planned()[0][1]}},
		{Act: ActWithdraw{Player: 1}},
	} {
		s.do(d)
		if got, want := len(s.Coming()), []int{4, 3, 4, 2}[i]; got != want {
			t.Errorf("after %s: %d pairs come, want %d", d.Kind(), got, want)
		}
	}
}
