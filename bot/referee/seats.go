package referee

import (
	"fmt"
	"slices"

	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// Opening is how a match is opened.
type Opening struct {
	Game  string // "": the first of the list
	Setup engine.Setup
	Place string // where it is played; "" nowhere
	Home  string // where it lives: see package authority; "": not known
	// Settings are how it is conducted, in words of the door.
	Settings map[string]string

	pinned *match.Opening // its law and data; nil: those of new matches
}

// Open opens a match; nobody sits at it yet. The command's Match and Seat are
// not used. It refuses with *engine.Illegal what the game refuses, and ErrNoGame.
func (r *Referee) Open(c Command, o Opening) (Reply, error) {
	c.Seat = ""
	if reply, found, err := r.replied(c); found || err != nil {
		return reply, r.judged(err, c, nil)
	}
	id, err := r.newID()
	if err != nil {
		return Reply{}, r.judged(err, c, nil)
	}
	c.Match = id
	rm := r.rooms.enter(id)
	defer r.rooms.leave(rm)
	reply, err := r.begin(rm, c, o)
	return reply, r.judged(err, c, rm.m)
}

func (r *Referee) begin(rm *room, c Command, o Opening) (Reply, error) {
	game, err := r.edition(o)
	if err != nil {
		return Reply{}, err
	}
	if err := CheckSettings(o.Settings); err != nil {
		return Reply{}, err
	}
	var m *match.Match
	by := match.By{At: r.now().UnixMilli(), Door: c.Door}
	err = guard(func() (err error) {
		if m, err = match.Open(by, c.Match, game.game, o.Setup, r.proof(c.Match)); err != nil {
			return err
		}
		if len(o.Settings) > 0 {
			if m, err = m.Set(by, o.Settings); err != nil {
				return err
			}
		}
		return m.Position().Check()
	})
	if err != nil {
		return Reply{}, err
	}
	if err := r.keepData(game); err != nil {
		return Reply{}, err
	}
	rm.open, rm.place, rm.home = game, o.Place, o.Home
	now := &Snapshot{r: r, m: m, open: game, place: o.Place, drafts: map[engine.Seat]*Draft{}, looks: map[engine.Viewer]Look{}}
	b, reply, err := now.batch(rm, c)
	if err != nil {
		return Reply{}, err
	}
	b.Place, b.Home = o.Place, o.Home
	return r.save(rm, c, b, m, reply)
}

// edition is the game that a match is to be opened with.
func (r *Referee) edition(o Opening) (*open, error) {
	if o.pinned != nil {
		return r.pinned(*o.pinned)
	}
	return r.current(o.Game)
}

// keepData stores the data set of a game for new matches.
func (r *Referee) keepData(o *open) error {
	info := o.game.Info()
	g, err := r.find(info.Game)
	if err != nil {
		return err
	}
	data, err := match.LoadData(g.Data)
	if err != nil {
		return fmt.Errorf("referee: read data of %s: %w", g.ID, err)
	}
	return r.store.PutData(info.Data, data)
}

// Join seats an account, and binds its phrase into the dice. When the last seat
// is taken, the match begins. It returns match.ErrTaken or ErrNoSeat, authority.ErrRead,
// and what refuses [FreeSeats].
func (r *Referee) Join(c Command) (Reply, error) {
	if err := r.mustBeFree(c, FreeSeats); err != nil {
		return Reply{}, err
	}
	return Office{r}.Join(c)
}

// Claim gives an account the seat of a player of whom nothing is known: of an
// imported match, or erased. place is where the match is played from now on, if it is
// played nowhere yet. It returns match.ErrTaken where the player is known, and
// authority.ErrRead.
func (r *Referee) Claim(c Command, place string) error {
	rm, err := r.enter(c.Match)
	if err != nil {
		return r.judged(err, c, nil)
	}
	defer r.rooms.leave(rm)
	return r.judged(r.claim(rm, c, place), c, rm.m)
}

func (r *Referee) claim(rm *room, c Command, place string) error {
	player := rm.m.Player(c.Seat)
	if player == match.Referee {
		return match.ErrNoSeat
	}
	if err := r.maySit(c.Match, c.Account); err != nil {
		return err
	}
	people, err := r.store.People(rm.id)
	if err != nil {
		return err
	}
	b := match.Batch{
		Match: rm.id, After: rm.m.Seq(), Over: rm.m.Over(),
		People: []match.Person{{Player: player, Account: c.Account, Name: c.Name}},
	}
	for _, p := range people {
		switch {
		case p.Player != player:
		case p.Account != c.Account:
			return match.ErrTaken
		default:
			b.People = nil
		}
	}
	if rm.place == "" && place != "" {
		b.Place, b.Home = place, c.Powers.Home
		in, err := post.Post{Match: rm.id, From: rm.m.Seq(), To: rm.m.Seq()}.Intent(place)
		if err != nil {
			return err
		}
		b.Outbox = []match.Intent{in}
	}
	if b.People == nil && b.Place == "" {
		return nil
	}
	if b.People != nil && rm.moves != nil && slices.Contains(rm.moves.Agreed, player) {
		b.Moving = &match.Moving{} // somebody else agreed
	}
	if _, _, err := r.store.Commit(b); err != nil {
		return err
	}
	if b.Place != "" {
		rm.place, rm.home = b.Place, b.Home
	}
	if b.Moving != nil {
		rm.moves = nil
	}
	return nil
}

// Leave frees the seat of an account. It returns what refuses [FreeSeats].
func (r *Referee) Leave(c Command) (Reply, error) {
	if err := r.mustBeFree(c, FreeSeats); err != nil {
		return Reply{}, err
	}
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Leave(by, c.Seat) })
}

// Resign gives a seat up: the match is over.
func (r *Referee) Resign(c Command) (Reply, error) {
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Resign(by, c.Seat) })
}

// OfferDraw offers the other seats a draw. One offer stands at a time.
func (r *Referee) OfferDraw(c Command) (Reply, error) {
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Offer(by, c.Seat, match.Draw) })
}

// AcceptDraw accepts a draw that another seat offers: the match is over.
func (r *Referee) AcceptDraw(c Command) (Reply, error) {
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Accept(by, c.Seat, match.Draw) })
}

// DeclineDraw declines the offer of a draw, or takes one's own back.
func (r *Referee) DeclineDraw(c Command) (Reply, error) {
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Decline(by, c.Seat, match.Draw) })
}

// mustBeFree refuses what players are not free to do in a match.
func (r *Referee) mustBeFree(c Command, to Freedom) error {
	return r.judged(r.hook.Refuse(c.Match, to), c, nil)
}
