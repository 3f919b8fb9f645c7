package turn

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// Act is something that a player may do beside answering.
type Act string

// The acts.
const (
	Undo     Act = "undo"      // take back the last step of what is half built, or the last answer
	Accept   Act = "accept"    // what another player offers
	Decline  Act = "decline"   // what another player offers, or withdraw an offer of one's own
	TakeBack Act = "take-back" // ask to go back to an earlier decision
	Draw     Act = "draw"      // offer a draw
	Law      Act = "law"       // offer the newest version of the rules
	Board    Act = "new-board" // offer another board
	Pause    Act = "pause"     // offer to stop the clocks
	Unpause  Act = "resume"    // let them run again
	Hints    Act = "hints"     // offer that hints may be asked for
	Hint     Act = "hint"      // ask what a program would answer
	Clock    Act = "clock"     // choose a clock, or offer another
	Settings Act = "settings"  // choose what needs nobody's agreement, such as the language
	Stand    Act = "stand"     // set a standing order
	Revoke   Act = "revoke"    // revoke a standing order
	Try      Act = "try"       // play on in a copy
	GoOn     Act = "go-on"     // agree to go on after a backup was restored
	Appeal   Act = "appeal"    // ask judges, or state one's side to them
	Resign   Act = "resign"
)

// Offer is something that may be done, of one thing where there are several.
type Offer struct {
	Act  Act
	Seat engine.Seat // that of the player
	// N is the decision that a take-back goes back to, the number of the offer that is accepted, of the standing order that
	// is revoked, or of the board: see [boardNumber].
	N      int
	Said   engine.Msg   // what the take-back undoes
	First  int          // of a take-back, as in [Undone]
	Lost   []engine.Msg // likewise, or what a board changes
	Chance string       // likewise
	Text   string       // the standing order that is revoked, or what the board is called
	Sure   bool         // it is held until the player says that they mean it
}

// What chance has done after a decision.
const (
	Rolled = "rolled"
	Drawn  = "drawn"
)

// With says more of what is done.
type With struct {
	N     int         // as in [Offer]
	Offer match.Offer // what is accepted or declined; "": the offer that stands
	Sure  bool        // the player was asked, and means it
	Text  string      // the standing order to set, or the clock
	Until time.Time   // when a pause ends; zero: when it is ended
	Place string      // where judges who are asked are told once more, as the match goes on
	// Settings are those to choose, and Appeal is what judges are asked.
	Settings map[string]string
	Appeal   club.Appeal
}

// Outcome is what an act or an order led to, or why it is held.
type Outcome struct {
	referee.Reply
	Hint  referee.Hint
	Held  Reason   // why a whole answer was not given yet, or an act not done; "": it was, or the answer is not whole
	Aside []string // what was half built, and is set aside for what was chosen instead
}

// act is one row of the policy: when an act is obeyed, and how it is done.
type act struct {
	name  Act
	offer func(Turn, context.Context) ([]Offer, error)
	do    func(Turn, context.Context, With) (Outcome, error)
}

// acts are all of them, in the order in which they are offered.
var acts = []act{
	{Undo, one(Turn.canUndo), replies(func(t Turn, ctx context.Context, _ With) (referee.Reply, error) { return t.Orders.Undo(ctx, t.By) })},
	{Accept, when(Turn.canAccept, Turn.standing), replies(Turn.accept)},
	{Decline, one(Turn.canDecline), replies(Turn.decline)},
	{TakeBack, Turn.takeBacks, replies(func(t Turn, ctx context.Context, w With) (referee.Reply, error) {
		return t.Referee.RequestTakeBack(ctx, t.By, w.N)
	})},
	{Draw, one(Turn.canOffer), replies(func(t Turn, ctx context.Context, _ With) (referee.Reply, error) {
		return t.Referee.OfferDraw(ctx, t.By)
	})},
	{Law, one(Turn.canOfferLaw), replies(func(t Turn, ctx context.Context, _ With) (referee.Reply, error) { return t.Referee.OfferLaw(ctx, t.By) })},
	{Board, Turn.boards, replies(Turn.offerBoard)},
	{Pause, Turn.pauses, replies(func(t Turn, ctx context.Context, w With) (referee.Reply, error) {
		return t.Referee.Pause(ctx, t.By, w.Until)
	})},
	{Hints, one(Turn.canOfferHints), replies(Turn.offerHints)},
	{Unpause, one(Turn.canUnpause), replies(func(t Turn, ctx context.Context, _ With) (referee.Reply, error) { return t.Referee.Unpause(ctx, t.By) })},
	{Clock, one(Turn.canOfferClock), replies(Turn.setClock)},
	{Settings, one(func(Turn) bool { return true }), replies(func(t Turn, ctx context.Context, w With) (referee.Reply, error) {
		return t.Referee.ChangeSettings(ctx, t.By, w.Settings)
	})},
	{Hint, one(Turn.canHint), Turn.hint},
	{Stand, one(Turn.canStand), replies(func(t Turn, ctx context.Context, w With) (referee.Reply, error) {
		return t.Referee.AddStanding(ctx, t.By, w.Text)
	})},
	{Revoke, Turn.standingOrders, replies(func(t Turn, ctx context.Context, w With) (referee.Reply, error) {
		return t.Referee.RevokeStanding(ctx, t.By, w.N)
	})},
	{Try, one(Turn.canTry), nil},
	{GoOn, one(Turn.canGoOn), replies(func(t Turn, ctx context.Context, w With) (referee.Reply, error) {
		return t.Referee.Resume(ctx, t.By, w.Place)
	})},
	{Appeal, Turn.appeals, replies(Turn.appeal)},
	{Resign, one(Turn.underWay), replies(func(t Turn, ctx context.Context, _ With) (referee.Reply, error) { return t.Referee.Resign(ctx, t.By) })},
}

// Offers are what may be done beside answering, each once for each thing that it can be done to, in order.
func (t Turn) Offers(ctx context.Context) (out []Offer, err error) {
	for _, a := range acts {
		list, err := t.offersOf(ctx, a)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// OffersOf is [Turn.Offers] of one act; nothing where it is refused.
func (t Turn) OffersOf(ctx context.Context, name Act) ([]Offer, error) {
	return t.offersOf(ctx, find(name))
}

// May reports whether an act is obeyed.
func (t Turn) May(ctx context.Context, name Act) (bool, error) {
	list, err := t.OffersOf(ctx, name)
	return len(list) > 0, err
}

// Acts are the names of all acts, in the order in which they are offered.
func Acts() []Act {
	var out []Act
	for _, a := range acts {
		out = append(out, a.name)
	}
	return out
}

// Do does an act that is known, but for Try, which package sandbox does, or holds it until the player means it. What may not be
// done is refused as [referee.Referee] refuses it.
func (t Turn) Do(ctx context.Context, name Act, w With) (Outcome, error) {
	if t.holdsAct(name) && !w.Sure && (w.Offer == "" || w.Offer == t.Look.Offer) {
		switch may, err := t.May(ctx, name); {
		case err != nil:
			return Outcome{}, err
		case may:
			return Outcome{Held: Final}, nil
		}
	}
	return find(name).do(t, ctx, w)
}

// holdsAct reports whether an act is held until the player means it. Of offers it is to accept a draw, a version of the
// rules or a board: anything else that is agreed can be changed by another agreement.
func (t Turn) holdsAct(name Act) bool {
	return slices.Contains(t.Sure, name) && (name != Accept || t.Look.Offer == match.Draw || t.Look.Offer == match.Law || t.Look.Offer == match.NewBoard)
}

// offersOf are those of an act: with a turn file nothing but an order can be undone, and without a seat nothing is done.
func (t Turn) offersOf(ctx context.Context, a act) ([]Offer, error) {
	if t.File != nil && a.name != Undo || t.By.Seat == "" {
		return nil, nil
	}
	list, err := a.offer(t, ctx)
	for i := range list {
		list[i].Act, list[i].Seat, list[i].Sure = a.name, t.By.Seat, t.holdsAct(a.name)
	}
	return list, err
}

// find is the row of an act.
func find(name Act) act {
	return acts[slices.IndexFunc(acts, func(a act) bool { return a.name == name })]
}

// one offers an act where it is obeyed.
func one(may func(Turn) bool) func(Turn, context.Context) ([]Offer, error) {
	return when(may, func(Turn) Offer { return Offer{} })
}

func when(may func(Turn) bool, what func(Turn) Offer) func(Turn, context.Context) ([]Offer, error) {
	return func(t Turn, _ context.Context) ([]Offer, error) {
		if !may(t) {
			return nil, nil
		}
		return []Offer{what(t)}, nil
	}
}

// replies does an act that leads to no more than a reply.
func replies(do func(Turn, context.Context, With) (referee.Reply, error)) func(Turn, context.Context, With) (Outcome, error) {
	return func(t Turn, ctx context.Context, w With) (Outcome, error) {
		reply, err := do(t, ctx, w)
		return Outcome{Reply: reply}, err
	}
}

// underWay reports whether all seats were taken, the match is not over, and does not wait to go on after a backup.
func (t Turn) underWay() bool {
	return t.Look.Started && t.Look.Ending == nil && t.Look.Restored == nil
}

// asking reports whether the match asks anybody anything: judges do not stop it.
func (t Turn) asking() bool { return t.underWay() && !t.Look.Appealed }

func (t Turn) canUndo() bool { return t.Look.Snapshot.CanUndo(t.By.Seat) }

// canOffer: the match is under way, has other seats, and no offer stands.
func (t Turn) canOffer() bool {
	return t.underWay() && t.Look.Offer == "" && len(t.Look.Info.Seats) > 1
}

// canAccept: another seat offers something, which judges do not stop.
func (t Turn) canAccept() bool {
	stopped := t.Look.Appealed && (t.Look.Offer == match.TakeBack || t.Look.Offer == match.Law || t.Look.Offer == match.NewBoard)
	return t.canDecline() && t.Look.Offerer != t.By.Seat && !stopped
}

// canDecline: an offer stands. Its own author withdraws it.
func (t Turn) canDecline() bool { return t.underWay() && t.Look.Offer != "" }

// standing is the offer that stands.
func (t Turn) standing() Offer { return Offer{N: t.Look.OfferedBy} }

func (t Turn) accept(ctx context.Context, w With) (referee.Reply, error) {
	by := t.By
	by.Offer = w.N
	return t.answerOffer(ctx, w, by, t.Referee.Accept)
}

func (t Turn) decline(ctx context.Context, w With) (referee.Reply, error) {
	return t.answerOffer(ctx, w, t.By, t.Referee.Decline)
}

// answerOffer accepts or declines the offer that is meant: the one that is named, or the one that stands.
func (t Turn) answerOffer(
	ctx context.Context, w With, by referee.Command, answer func(context.Context, referee.Command, match.Offer) (referee.Reply, error),
) (referee.Reply, error) {
	what := cmp.Or(w.Offer, t.Look.Offer)
	if what == "" {
		return referee.Reply{}, match.ErrNoOffer
	}
	return answer(ctx, by, what)
}

// mostBack is how many decisions are offered to go back to where a door wishes no number.
const mostBack = 3

// takeBacks are the latest answers of the player: as many as the door wishes, or a few.
func (t Turn) takeBacks(ctx context.Context) (out []Offer, err error) {
	if !t.canOffer() {
		return nil, nil
	}
	s := t.Look.Snapshot
	back, err := s.BackTo(ctx, t.By.Seat, cmp.Or(t.Back, mostBack))
	for _, b := range back {
		u, err := Undoing(s, engine.Viewer(t.By.Seat), s.Match().Seq(), b.Seq)
		if err != nil {
			return nil, err
		}
		out = append(out, Offer{N: b.Seq, Said: b.Said, First: u.First, Lost: u.Lost, Chance: u.Chance})
	}
	return out, err
}

func (t Turn) canOfferLaw() bool {
	info := t.Look.Info
	return t.canOffer() && t.asking() && info.Law < info.Newest && !referee.KeepsLaw(t.Look.Snapshot.Match())
}

// boards are those that may be adopted.
func (t Turn) boards(ctx context.Context) ([]Offer, error) {
	if !t.canOffer() || !t.asking() {
		return nil, nil
	}
	list, err := t.Look.Snapshot.NewBoards(ctx)
	return lists.Map(list, func(b referee.NewBoard) Offer { return Offer{N: boardNumber(b), Text: b.Called, Lost: b.Changes} }), err
}

// boardNumber is the number of a board: the beginning of its hash.
func boardNumber(b referee.NewBoard) int {
	n, _ := strconv.ParseInt(b.Data[:min(7, len(b.Data))], 16, 64)
	return int(n)
}

func (t Turn) offerBoard(ctx context.Context, w With) (referee.Reply, error) {
	list, err := t.Look.Snapshot.NewBoards(ctx)
	if err != nil {
		return referee.Reply{}, err
	}
	data := ""
	for _, b := range list {
		if boardNumber(b) == w.N || b.Word == w.Text && w.Text != "" {
			data = b.Data
		}
	}
	return t.Referee.OfferBoard(ctx, t.By, data)
}

// pauses: a clock runs that can be stopped.
func (t Turn) pauses(ctx context.Context) ([]Offer, error) {
	if !t.canOffer() {
		return nil, nil
	}
	times, err := t.Referee.Schedule.TimesOf(ctx, t.Look.Snapshot.Match())
	if err != nil || !times.Settings.Runs() || times.Paused {
		return nil, err
	}
	return []Offer{{}}, nil
}

func (t Turn) canUnpause() bool {
	return t.Look.Settings[schedule.SettingPause] != "" && t.Look.Ending == nil
}

// canOfferClock: a player sets the clock until the match begins, then both agree; never in a league.
func (t Turn) canOfferClock() bool {
	return t.Look.Settings[referee.SettingOwner] == "" && (!t.Look.Started && t.Look.Ending == nil || t.canOffer())
}

func (t Turn) setClock(ctx context.Context, w With) (referee.Reply, error) {
	settings := map[string]string{schedule.SettingClock: w.Text}
	if t.Look.Started {
		return t.Referee.ProposeSettings(ctx, t.By, settings)
	}
	return t.Referee.ChangeSettings(ctx, t.By, settings)
}

// hinted reports whether a program plays the game, which could give hints.
func (t Turn) hinted() bool {
	_, err := t.Referee.Games.DefaultProgram(t.Look.Info.Game)
	return err == nil
}

// agreed reports whether hints may be asked for.
func (t Turn) agreed() bool { return referee.MayHint(t.Look.Snapshot.Match()) }

func (t Turn) canOfferHints() bool { return t.canOffer() && t.hinted() && !t.agreed() }

func (t Turn) offerHints(ctx context.Context, _ With) (referee.Reply, error) {
	return t.Referee.ProposeSettings(ctx, t.By, map[string]string{referee.SettingHints: "on"})
}

func (t Turn) canHint() bool { return t.asking() && t.hinted() && t.agreed() && len(t.Asks()) > 0 }

func (t Turn) hint(ctx context.Context, _ With) (Outcome, error) {
	h, reply, err := t.Referee.Hint(ctx, t.By)
	return Outcome{Reply: reply, Hint: h}, err
}

func (t Turn) canStand() bool { return t.underWay() && len(t.Look.Info.Clauses) > 0 }

func (t Turn) standingOrders(ctx context.Context) (out []Offer, err error) {
	if !t.canStand() {
		return nil, nil
	}
	armed, err := t.Look.Snapshot.Standings(ctx, t.By)
	for _, s := range armed {
		out = append(out, Offer{N: s.Seq, Text: s.Text})
	}
	return out, err
}

func (t Turn) canTry() bool {
	return t.underWay() && !t.Look.Snapshot.Match().VisibleTo(engine.Viewer(t.By.Seat)).Incomplete()
}

// canGoOn: the match was restored from a backup, and waits for the player to agree to go on.
func (t Turn) canGoOn() bool {
	l := t.Look
	return l.Restored != nil && !l.Held && slices.Contains(l.Info.Seats, t.By.Seat) && !slices.Contains(l.Restored.Agreed, t.By.Seat)
}

// MayAppeal says why judges may not be asked, nor a side stated to them; nil: they may, where the match lives, once it has begun.
func (t Turn) MayAppeal(ctx context.Context) error {
	switch {
	case t.Judges == nil:
		return authority.ErrElsewhere
	case !t.Look.Started:
		return match.ErrWaiting
	case t.Look.Restored != nil:
		return match.ErrRestored
	}
	return t.Referee.May(ctx, t.By, authority.Appeal)
}

func (t Turn) appeals(ctx context.Context) ([]Offer, error) {
	switch err := t.MayAppeal(ctx); {
	case err == nil:
		return []Offer{{}}, nil
	case referee.IsRefusal(err):
		return nil, nil
	default:
		return nil, err
	}
}

func (t Turn) appeal(ctx context.Context, w With) (referee.Reply, error) {
	if err := t.MayAppeal(ctx); err != nil {
		return referee.Reply{}, err
	}
	return t.Judges.Appeal(ctx, t.By, w.Appeal)
}
