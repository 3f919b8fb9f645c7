package match_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/enginetest"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/hands"
	"referee/engine/enginetest/matchtest"
	"referee/engine/enginetest/toy"
	"referee/engine/luck"
	"referee/engine/match"
)

// boardOf is the toy's data set with some of its text replaced.
func boardOf(t *testing.T, pairs ...string) *match.BoardChange {
	t.Helper()
	from, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(pairs...).Replace(from["toy.csv"])
	g, err := toy.Strict().Over(map[string]string{"toy.csv": text})
	if err != nil {
		t.Fatal(err)
	}
	return match.ChangeBoard(g.Info().Data, from, match.Data{"toy.csv": text})
}

// ford is a board whose Ford counts 2 points.
func ford(t *testing.T) *match.BoardChange {
	t.Helper()
	return boardOf(t, "Ford,1", "Ford,2")
}

// onFord is a table whose players adopt that board in mid-match.
func onFord(t *testing.T) *table {
	t.Helper()
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewBoard, Board: ford(t)}))
	tb.take(tb.m.Accept(tb.by(2), "blue", match.NewBoard))
	return tb
}

// TestAdoptingABoard: what was judged stays on the older board, what comes is judged on the newer one, from the same position.
func TestAdoptingABoard(t *testing.T) {
	tb := onFord(t)
	at, data := tb.m.Seq(), ford(t).Data
	before, err := tb.m.At(at - 1)
	if err != nil {
		t.Fatal(err)
	}
	built := toy.Strict().Info().Data
	if was, is := before.Game().Info().Data, tb.m.Game().Info().Data; was != built || is != data || tb.m.Opening().Data != built || tb.m.Opened().Info().Data != built {
		t.Errorf("from %.8s to %.8s of a match pinned to %.8s", was, is, tb.m.Opening().Data)
	}
	if offered := before.OfferedBoard(); offered == nil || offered.Data != data || tb.m.OfferedBoard() != nil {
		t.Errorf("offered before: %v, now: %v", offered, tb.m.OfferedBoard())
	}
	if tb.m.Position().String() != before.Position().String() {
		t.Errorf("the position was\n%s\nand is\n%s", before.Position(), tb.m.Position())
	}
	old := before.Position().Prompts()[0]
	_, err = tb.m.Answer(tb.by(tb.m.Player(old.Seat)), old.Seat, old.ID, old.Default)
	wantErr(t, err, engine.ErrStale)
	if tb.m.StandingOrders("blue").Any() || tb.m.Offered().What != "" {
		t.Error("a standing order of the older board or the offer holds")
	}
	for p := range match.Player(3) {
		if to, free := tb.m.Undo(p).Free(); free {
			t.Errorf("player %d goes back to %d for free, to before the adoption", p, to)
		}
	}
	tb.follow()
	tb.finish()
	tb.refold()
	found, err := match.Rejudge(toy.Strict(), tb.m.Log())
	if err != nil || len(found) > 0 {
		t.Errorf("judged again: %+v, %v", found, err)
	}
	if rolls, err := luck.Rolls(toy.Strict(), tb.m.Log()); err != nil || len(rolls) != tb.m.DiceInputs().Rolls {
		t.Errorf("%d of %d rolls read: %v", len(rolls), tb.m.DiceInputs().Rolls, err)
	}
	var file bytes.Buffer
	files, err := match.LoadData(toy.Files())
	if err == nil {
		err = match.Encode(&file, &match.File{Data: files, Entries: tb.m.Log()})
	}
	if err != nil {
		t.Fatal(err)
	}
	v := match.Verifier{Open: func(o match.Opening, d match.Data) (engine.Game, error) { return toy.Open(d, o.Law) }}
	_, _, report, err := v.Read(&file) // the file alone
	if err != nil || !slices.Equal(report.Course.Boards, []match.BoardAdoption{{Seq: at, Data: data}}) {
		t.Errorf("verified: %+v, %v", report.Course.Boards, err)
	}
	err = tb.m.History().Walk(func(m *match.Match) error {
		if is := m.Game().Info().Data; (is == data) != (m.Seq() >= at) || m.Position().Game().Info().Data != is {
			t.Errorf("decision %d is judged on %.8s", m.Seq(), is)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if scenes, err := tb.m.VisibleTo(engine.Spectator).Scenes(0, tb.m.Seq(), 9); err != nil || len(scenes) == 0 {
		t.Errorf("%d scenes: %v", len(scenes), err)
	}
	if asked, err := tb.m.History().RollPrompts(); err != nil || len(asked) != tb.m.DiceInputs().Rolls {
		t.Errorf("%d of %d rolls were asked for: %v", len(asked), tb.m.DiceInputs().Rolls, err)
	}
}

// TestAnotherBoardJudgesOtherwise: what may be done is what the board that was adopted allows.
func TestAnotherBoardJudgesOtherwise(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewBoard, Board: boardOf(t, "# river", "hex,0102,woods,Copse,0\n# river")}))
	before := tb.m
	tb.take(tb.m.Accept(tb.by(2), "blue", match.NewBoard))
	for m, want := range map[*match.Match]bool{before: false, tb.m: true} {
		reach, _ := m.Position().Reach(engine.Spectator, "red-a")
		if got := slices.ContainsFunc(reach.Hexes, func(r engine.Reached) bool { return r.To.String() == "0102" }); got != want {
			t.Errorf("decision %d: the hex that the board adds is in reach: %t", m.Seq(), got)
		}
	}
}

// TestBackToBeforeTheBoard: going back over an adoption puts the older board in force again, and going forward the newer one; a
// standing order holds on the board on which it was set.
func TestBackToBeforeTheBoard(t *testing.T) {
	tb := onFord(t)
	at, newer, built := tb.m.Seq(), ford(t).Data, toy.Strict().Info().Data
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
	for _, back := range []struct {
		to   int
		data string
		left bool
	}{{at, newer, true}, {at - 2, built, false}, {at, newer, false}, {3, built, false}} {
		tb.take(tb.m.Rewind(tb.by(match.Referee), back.to))
		if is := tb.m.Game().Info().Data; is != back.data {
			t.Errorf("back at decision %d it is judged on %.8s", back.to, is)
		}
		if left := tb.m.StandingOrders("blue").Any(); left != back.left {
			t.Errorf("back at decision %d, an order holds: %t", back.to, left)
		}
		tb.refold()
	}
	tb.finish()
	if found, err := match.Rejudge(toy.Strict(), tb.m.Log()); err != nil || len(found) > 0 {
		t.Errorf("judged again: %+v, %v", found, err)
	}
}

// TestLawAndBoard: both can be adopted, one after the other, and each is undone alone.
func TestLawAndBoard(t *testing.T) {
	tb := onFord(t)
	at := tb.m.Seq()
	tb.take(tb.m.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.Law, To: 2}))
	tb.take(tb.m.Accept(tb.by(1), "red", match.Law))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewBoard, Board: boardOf(t, "Ford,1", "Ford,3")}))
	tb.take(tb.m.Accept(tb.by(2), "blue", match.NewBoard))
	if info := tb.m.Game().Info(); info.Law != 2 || info.Data != boardOf(t, "Ford,1", "Ford,3").Data {
		t.Errorf("it is judged by law %d on %.8s", info.Law, info.Data)
	}
	tb.refold()
	tb.take(tb.m.Rewind(tb.by(match.Referee), at))
	if info := tb.m.Game().Info(); info.Law != 1 || info.Data != ford(t).Data {
		t.Errorf("back, it is judged by law %d on %.8s", info.Law, info.Data)
	}
	tb.refold()
}

// TestARollAfterABoard waits for a round of the beacon that nobody knew when the board was adopted.
func TestARollAfterABoard(t *testing.T) {
	tb := newTable(t, 5)
	var roll match.Roll
	for awaited := false; !awaited; roll, awaited = tb.m.Awaits(0) {
		tb.answer()
	}
	ordered := roll.Sealed
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewBoard, Board: ford(t)}))
	tb.take(tb.m.Accept(tb.by(2), "blue", match.NewBoard))
	at := tb.m.Log()[tb.m.Seq()-1].Decision.At
	if roll, awaited := tb.m.Awaits(0); !awaited || roll.Sealed != at || at <= ordered {
		t.Errorf("the roll is awaited: %v, for an order of %d; adopted at %d", awaited, roll.Sealed, at)
	}
}

// TestInvalidBoardsRefused gives all that is not to be done with boards, beside one adoption that is.
func TestInvalidBoardsRefused(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	m := tb.m
	offers := func(m *match.Match, player match.Player, seat engine.Seat, b *match.BoardChange) func() (*match.Match, error) {
		return func() (*match.Match, error) {
			return m.Offer(tb.by(player), seat, match.ActOffer{Offer: match.NewBoard, Board: b})
		}
	}
	offered, err := offers(m, 1, "red", ford(t))()
	if err != nil {
		t.Fatal(err)
	}
	restored, err := offered.Restore(tb.by(match.Referee))
	if err != nil {
		t.Fatal(err)
	}
	appealed, err := offered.Appeal(tb.by(1), "red", match.Adjudication{From: 2, To: 3})
	if err != nil {
		t.Fatal(err)
	}
	resigned, err := offered.Resign(tb.by(1), "red")
	if err != nil {
		t.Fatal(err)
	}
	same := boardOf(t)
	other := ford(t)
	other.Data = strings.Repeat("0", 64)
	long := boardOf(t, "# effort", "# "+strings.Repeat("x", match.MaxText)+"\n# effort")
	large := boardOf(t, "# effort", strings.Repeat("# a\n", match.MaxLine/4)+"# effort")
	path := ford(t)
	path.Files["../toy.csv"] = nil
	none := &match.BoardChange{Data: other.Data, Files: map[string][]string{"toy.csv": {"hex"}}}
	accepts := func(m *match.Match, player match.Player, seat engine.Seat) func() (*match.Match, error) {
		return func() (*match.Match, error) { return m.Accept(tb.by(player), seat, match.NewBoard) }
	}
	for _, c := range []struct {
		name string
		do   func() (*match.Match, error)
		want error
		says string
	}{
		{"a spectator offers", offers(m, 9, "red", ford(t)), match.ErrPlayer, ""},
		{"a player offers for the other", offers(m, 1, "blue", ford(t)), match.ErrPlayer, ""},
		{"the referee offers", offers(m, match.Referee, "red", ford(t)), match.ErrPlayer, ""},
		{"no board", offers(m, 1, "red", nil), match.ErrBoard, ""},
		{"the same board", offers(m, 1, "red", same), match.ErrBoard, ""},
		{"a board under another hash", offers(m, 1, "red", other), nil, "said to be 00000000"},
		{"a line that is too long", offers(m, 1, "red", long), match.ErrBounds, ""},
		{"too many lines", offers(m, 1, "red", large), match.ErrBounds, ""},
		{"a file outside of the data set", offers(m, 1, "red", path), match.ErrBounds, ""},
		{"no data set of the game", offers(m, 1, "red", none), nil, "toy.csv"},
		{"a board without a hex in which units are", offers(m, 1, "red", boardOf(t, "hex,0301,rough,Eastby,0\n", "", "\nroad,0201,0301,East Road", "", "blue,0301", "blue,0101")), nil, "0301"},
		{"a second offer", offers(offered, 2, "blue", ford(t)), match.ErrOffered, ""},
		{"in a match that is over", offers(resigned, 1, "red", ford(t)), engine.ErrOver, ""},
		{"accepted in a match that is over", accepts(resigned, 2, "blue"), engine.ErrOver, ""},
		{"accepted while it stands after a backup", accepts(restored, 2, "blue"), match.ErrRestored, ""},
		{"accepted while judges are asked", accepts(appealed, 2, "blue"), match.ErrAppealed, ""},
		{"one player alone", accepts(offered, 1, "red"), match.ErrOwnOffer, ""},
		{"one player for the other", accepts(offered, 1, "blue"), match.ErrPlayer, ""},
		{"a spectator accepts", accepts(offered, 9, "blue"), match.ErrPlayer, ""},
		{"what nobody has offered", accepts(m, 2, "blue"), match.ErrNoOffer, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.do()
			wantRefused(t, err, c.want, c.says)
		})
	}
	tb.take(offered.Accept(tb.by(2), "blue", match.NewBoard))
}

// TestAMatchTakesSoManyBoards: the record of a match contains no more than some, whether or not they are adopted.
func TestAMatchTakesSoManyBoards(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	for range match.MaxBoards {
		tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewBoard, Board: ford(t)}))
		tb.take(tb.m.Decline(tb.by(2), "blue", match.NewBoard))
	}
	_, err := tb.m.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.NewBoard, Board: ford(t)})
	wantErr(t, err, match.ErrBoards)
}

// TestForgedBoardsAreRefused: a record whose board is not what it says is not folded, nor verified.
func TestForgedBoardsAreRefused(t *testing.T) {
	tb := onFord(t)
	at := tb.m.Seq()
	offer, err := tb.m.At(at - 1)
	if err != nil {
		t.Fatal(err)
	}
	last := string(offer.Log()[at-2].Line)
	for name, line := range map[string]string{
		"another hash":       strings.Replace(last, ford(t).Data, strings.Repeat("0", 64), 1),
		"other files":        strings.Replace(last, "Ford,2", "Ford,3", 1),
		"the board it has":   strings.Replace(last, ford(t).Data, tb.m.Opening().Data, 1),
		"another file":       strings.Replace(last, `"toy.csv"`, `"box.csv"`, 1),
		"a unit off the map": strings.Replace(last, `"hex,0301,rough,Eastby,0",`, "", 1),
	} {
		if line == last {
			t.Fatalf("%s: nothing was forged", name)
		}
		raws := chaintest.Raws(tb.m.Log())
		raws[at-2].Line = []byte(line)
		entries, err := match.Read(chaintest.Rechain(raws))
		if err != nil {
			t.Fatal(err)
		}
		_, folded := match.Fold(toy.Strict(), entries)
		_, judged := match.Rejudge(toy.Strict(), entries)
		_, verified := match.Verify(&match.File{Entries: entries}, toy.Strict(), nil)
		for _, err := range []error{folded, judged, verified} {
			var bad *chain.BadEntryError
			if !errors.As(err, &bad) || bad.Seq != at {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	open, _ := tb.m.At(at - 2)
	for name, c := range map[string]struct {
		on   *match.Match
		d    match.Decision
		want error
		says string
	}{
		"an offer without a board":    {open, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.NewBoard}}, nil, "if and only if"},
		"a draw with a board":         {open, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.Draw, Board: ford(t)}}, nil, "if and only if"},
		"a board with a number":       {open, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.NewBoard, To: 2, Board: ford(t)}}, nil, "to go back to"},
		"another offer is accepted":   {offer, match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.NewBoard, To: 3}}, match.ErrNoOffer, ""},
		"accepted without a number":   {offer, match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.NewBoard}}, match.ErrNoOffer, ""},
		"the referee adopts it":       {offer, match.Decision{Seat: "blue", Act: match.ActAccept{Offer: match.NewBoard, To: at - 1}}, match.ErrPlayer, ""},
		"a board nobody has offered":  {open, match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.NewBoard, To: 2}}, match.ErrNoOffer, ""},
		"the law is accepted instead": {offer, match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.Law, To: at - 1}}, match.ErrNoOffer, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := forge(t, c.on, c.d, "")
			wantRefused(t, err, c.want, c.says)
		})
	}
}

// TestAMatchWithoutAMapKeepsItsData: what its cards are does not change, whoever offers it.
func TestAMatchWithoutAMapKeepsItsData(t *testing.T) {
	from, err := match.LoadData(hands.Files())
	if err != nil {
		t.Fatal(err)
	}
	to := match.Data{"cards.txt": from["cards.txt"] + "\n"}
	other, err := hands.Strict().Over(to)
	if err != nil {
		t.Fatal(err)
	}
	whole := matchtest.Played(t, hands.Strict(), enginetest.Bias(nil))
	m, err := whole.At(len(whole.Log()) / 2)
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Offer(match.By{Player: 1}, "red", match.ActOffer{Offer: match.NewBoard, Board: match.ChangeBoard(other.Info().Data, from, to)})
	if !errors.Is(err, match.ErrBoard) {
		t.Errorf("other cards are offered: %v", err)
	}
}
