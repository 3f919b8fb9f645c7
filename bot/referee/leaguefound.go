package referee

import (
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"referee/bot/authority"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Founding is how a league is founded.
type Founding struct {
	Home  string // the club: in Discord a server
	Name  string // of the league, for people
	Place string // where it is announced; "": nowhere
	Game  string // "": the first of the list
	// Rules are what it is played by; League is filled in. Settings hold those
	// that every match is opened with, by their names, and the options of the
	// game after [SetupPrefix]. The law and the data of all matches are those of
	// the game now.
	Rules league.Rules
}

// What Rules.Settings hold beside settings of matches.
const (
	// SetupPrefix stands before the options of the game: "setup.weather".
	SetupPrefix = "setup."
	settingLaw  = "law"
	settingData = "data"
)

// Found founds a league, as its organiser. The command's League is not used. It
// returns ErrOrganiser, ErrNoGame, ErrSettings, clock.ErrSettings and
// league.ErrFields.
func (r *Referee) Found(c LeagueCommand, f Founding) (LeagueReply, error) {
	id, err := r.newLeagueID()
	if err != nil {
		return LeagueReply{}, r.leagueJudged(err, c)
	}
	c.League = id
	h := r.halls.find(id)
	h.mu.Lock()
	defer h.mu.Unlock()
	now := r.now().UnixMilli()
	s := &session{r: r, c: c, hall: h, at: now, ripe: now}
	reply, err := s.run(func(s *session) error {
		s.card.Home = f.Home
		if err := s.may(authority.Organise); err != nil {
			return err
		}
		if f.Home == "" || f.Name == "" {
			return league.ErrFields
		}
		rules, game, err := r.pin(f)
		if err != nil {
			return err
		}
		s.card = league.Summary{ID: id, Home: f.Home, Name: f.Name, Game: game, Place: f.Place}
		rules.League = string(id)
		s.number(Someone{})
		return s.do(league.Decision{Kind: league.KindCreate, Rules: &rules})
	})
	return reply, r.leagueJudged(err, c)
}

// pin fills the law and the data of the game into rules, and checks the settings
// that matches will be opened with.
func (r *Referee) pin(f Founding) (league.Rules, string, error) {
	o, err := r.current(f.Game)
	if err != nil {
		return f.Rules, "", err
	}
	info := o.game.Info()
	if len(info.Seats) != 2 {
		return f.Rules, "", fmt.Errorf("%w: leagues are of games for two, %s has %d sides", ErrNoGame, info.Game, len(info.Seats))
	}
	rules := f.Rules
	rules.Settings = map[string]string{}
	for k, v := range f.Rules.Settings {
		rules.Settings[k] = v
	}
	rules.Settings[settingLaw], rules.Settings[settingData] = strconv.Itoa(info.Law), info.Data
	opening, err := openingOf(info.Game, rules, "")
	if err != nil {
		return rules, "", err
	}
	if err := errors.Join(checkSettings(opening.Settings), CheckBidding(info, rules)); err != nil {
		return rules, "", err
	}
	if _, err := o.game.Begin(1, opening.Setup); err != nil {
		return rules, "", err
	}
	return rules, info.Game, r.keepData(o)
}

// openingOf is how the matches of a league are opened.
func openingOf(game string, rules league.Rules, place string) (Opening, error) {
	o := Opening{Game: game, Place: place, Setup: engine.Setup{}, Settings: map[string]string{}}
	law, err := strconv.Atoi(rules.Settings[settingLaw])
	if err != nil {
		return o, fmt.Errorf("%w: law %q", ErrSettings, rules.Settings[settingLaw])
	}
	o.pinned = &match.Opening{Game: game, Law: law, Data: rules.Settings[settingData]}
	for name, value := range rules.Settings {
		option, isOption := strings.CutPrefix(name, SetupPrefix)
		switch {
		case isOption:
			o.Setup[option] = value
		case name == settingLaw || name == settingData:
		case name == SettingPause || name == SettingCaretaker || name == SettingKey || IsAway(name):
			return o, fmt.Errorf("%w: %q", ErrSettings, name)
		default:
			o.Settings[name] = value
		}
	}
	return o, nil
}

// Amend changes the rules of a league, as its organiser: what the pairing hangs on
// stays once it has begun, law and data stay always.
func (r *Referee) Amend(c LeagueCommand, rules league.Rules) (LeagueReply, error) {
	return r.organise(c, func(s *session) error {
		old := s.l.Rules()
		settings := map[string]string{}
		for k, v := range rules.Settings {
			settings[k] = v
		}
		settings[settingLaw], settings[settingData] = old.Settings[settingLaw], old.Settings[settingData]
		rules.League, rules.Settings = old.League, settings
		opening, err := openingOf(s.card.Game, rules, "")
		if err != nil {
			return err
		}
		game, err := r.pinned(*opening.pinned)
		if err != nil {
			return err
		}
		if err := errors.Join(checkSettings(opening.Settings), CheckBidding(game.game.Info(), rules)); err != nil {
			return err
		}
		if _, err := game.game.Begin(1, opening.Setup); err != nil {
			return err
		}
		return s.do(league.Decision{Kind: league.KindAmend, Rules: &rules})
	})
}

// organise is decide for what an organiser alone may do.
func (r *Referee) organise(c LeagueCommand, deed func(s *session) error) (LeagueReply, error) {
	return r.decide(c, func(s *session) error {
		if err := s.may(authority.Organise); err != nil {
			return err
		}
		return deed(s)
	})
}

// EnterLeague enters a player into a league; somebody else, as its organiser.
// slots is how many matches he wants at once, 0 as the rules say; waking when he
// can play. It returns league.ErrJoined and league.ErrStarted.
func (r *Referee) EnterLeague(c LeagueCommand, who Someone, slots int, waking league.Waking) (LeagueReply, error) {
	return r.about(c, who, func(s *session, p league.Player) error {
		return s.do(league.Decision{Kind: league.KindJoin, Player: p, Slots: slots, Waking: &waking})
	})
}

// Wish says how many matches a player wants at once, and when he can play.
func (r *Referee) Wish(c LeagueCommand, slots int, waking league.Waking) (LeagueReply, error) {
	return r.about(c, Someone{}, func(s *session, p league.Player) error {
		return s.do(league.Decision{Kind: league.KindWish, Player: p, Slots: slots, Waking: &waking})
	})
}

// LeaveLeague takes a player out before the league begins.
func (r *Referee) LeaveLeague(c LeagueCommand, who Someone) (LeagueReply, error) {
	return r.about(c, who, func(s *session, p league.Player) error {
		return s.do(league.Decision{Kind: league.KindLeave, Player: p})
	})
}

// Away says that a player is on vacation from one moment to another, as Unix
// times in milliseconds: no match is opened for him. Vacations of clocks are
// another thing: [Referee.Vacation].
func (r *Referee) Away(c LeagueCommand, who Someone, from, until int64) (LeagueReply, error) {
	return r.about(c, who, func(s *session, p league.Player) error {
		return s.do(league.Decision{Kind: league.KindVacation, Player: p, From: from, Until: until})
	})
}

// Block says that the author and another are not to be paired; for two others, as
// the organiser. With off it is taken back.
func (r *Referee) Block(c LeagueCommand, who, other Someone, off bool) (LeagueReply, error) {
	return r.about(c, who, func(s *session, p league.Player) error {
		kind := league.KindBlock
		if off {
			kind = league.KindUnblock
		}
		return s.do(league.Decision{Kind: kind, Player: p, Other: s.number(other)})
	})
}

// about is decide for what a player may do for themselves, and an organiser for all.
func (r *Referee) about(c LeagueCommand, who Someone, deed func(s *session, p league.Player) error) (LeagueReply, error) {
	return r.decide(c, func(s *session) error {
		if who != (Someone{}) && who.Account != c.Account {
			if err := s.may(authority.Organise); err != nil {
				return err
			}
		}
		return deed(s, s.number(who))
	})
}

// StartLeague begins a league, as its organiser: with its members in the order of
// some accounts, the strongest first; nil: by lot.
func (r *Referee) StartLeague(c LeagueCommand, order []string) (LeagueReply, error) {
	return r.organise(c, func(s *session) error {
		var ranking []league.Player
		for _, account := range order {
			p := s.known(account)
			if p == league.Nobody {
				return league.ErrMember
			}
			ranking = append(ranking, p)
		}
		if order == nil {
			var err error
			if ranking, err = s.lot(); err != nil {
				return err
			}
		}
		s.card.Hold = false
		d, err := s.l.Begin(ranking, s.at)
		if err != nil {
			return err
		}
		return s.do(d)
	})
}

// lot is the members in an order that nobody chose.
func (s *session) lot() ([]league.Player, error) {
	var out []league.Player
	for i, m := range s.l.Members() {
		n, err := rand.Int(s.r.random, big.NewInt(int64(i+1)))
		if err != nil {
			return nil, fmt.Errorf("referee: lot: %w", err)
		}
		out = slices.Insert(out, int(n.Int64()), m.Player)
	}
	return out, nil
}

// FinishLeague ends a league, as its organiser: a match that comes to a result after
// that counts only if it is undone.
func (r *Referee) FinishLeague(c LeagueCommand) (LeagueReply, error) {
	return r.organise(c, func(s *session) error { return s.do(league.Decision{Kind: league.KindFinish}) })
}

// PairNow opens what can be played now, as the organiser, and goes on pairing by
// itself: after he has undone a pairing it does not. It returns league.ErrNothing
// where there is nothing to open and it did.
func (r *Referee) PairNow(c LeagueCommand) (LeagueReply, error) {
	return r.organise(c, func(s *session) error {
		before, held := s.l.Seq(), s.card.Hold
		s.card.Hold = false
		if err := s.follow(); err != nil {
			return err
		}
		if s.l.Seq() == before && !held {
			return league.ErrNothing
		}
		return nil
	})
}

// Challenge challenges a player of a ladder. It returns league.ErrReach and
// league.ErrBusy.
func (r *Referee) Challenge(c LeagueCommand, other Someone) (LeagueReply, error) {
	return r.decide(c, func(s *session) error {
		me, him := s.known(c.Account), s.known(other.Account)
		if me == league.Nobody || him == league.Nobody {
			return league.ErrMember
		}
		d, err := s.l.Dare(me, him, s.at)
		if err != nil {
			return err
		}
		return s.do(d)
	})
}
