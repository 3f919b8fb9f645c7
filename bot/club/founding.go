package club

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/bot/schedule"
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
func (ls *Leagues) Found(ctx context.Context, c LeagueCommand, f Founding) (LeagueReply, error) {
	name, err := ls.office.NewID(func(id string) error {
		_, err := ls.store.Summary(ctx, league.ID(id))
		return err
	})
	if err != nil {
		return LeagueReply{}, ls.classify(ctx, err, c)
	}
	id := league.ID(name)
	c.League = id
	h, err := ls.locks.take(ctx, id)
	if err != nil {
		return LeagueReply{}, ls.classify(ctx, err, c)
	}
	defer h.release()
	now := ls.now()
	tx := &transaction{ctx: ctx, ls: ls, c: c, lock: h, at: now, dates: now}
	reply, err := tx.run(func(tx *transaction) error {
		tx.card.Home = f.Home
		if err := tx.may(authority.Organise); err != nil {
			return err
		}
		if f.Home == "" || f.Name == "" {
			return league.ErrFields
		}
		rules, game, err := ls.pin(tx.ctx, f)
		if err != nil {
			return err
		}
		tx.card = league.Summary{ID: id, Home: f.Home, Name: f.Name, Game: game, Place: f.Place}
		rules.League = string(id)
		tx.number(Someone{})
		return tx.do(league.Decision{Act: league.ActCreate{Rules: &rules}})
	})
	return reply, ls.classify(ctx, err, c)
}

// pin fills the law and the data of the game into rules, and checks the settings
// that matches will be opened with.
func (ls *Leagues) pin(ctx context.Context, f Founding) (league.Rules, string, error) {
	board := f.Rules.Settings[SetupPrefix+referee.OptionBoard]
	game, err := ls.office.Game(ctx, f.Game, f.Home, board)
	if err != nil {
		return f.Rules, "", err
	}
	info := game.Info()
	if len(info.Seats) != 2 {
		return f.Rules, "", fmt.Errorf("%w: %s has %d", ErrSides, info.Game, len(info.Seats))
	}
	rules := pinnedRules(f.Rules, strconv.Itoa(info.Law), info.Data, info.Named.Called())
	if o, err := openingOf(info.Game, rules, ""); err == nil && rules.Settings[schedule.SettingClock] == "" {
		choose(rules.Settings, schedule.SettingClock, info.Clock(o.Setup))
	}
	if err := ls.check(game, rules); err != nil {
		return rules, "", err
	}
	return rules, info.Game, ls.office.KeepData(ctx, info.Game, f.Home, board)
}

// pinnedRules are rules whose matches have a law and a data set; board is its name, "": it has none.
func pinnedRules(rules league.Rules, law, data, board string) league.Rules {
	settings := map[string]string{}
	maps.Copy(settings, rules.Settings)
	settings[settingLaw], settings[settingData] = law, data
	delete(settings, SetupPrefix+referee.OptionBoard)
	choose(settings, SetupPrefix+referee.OptionBoard, board)
	rules.Settings = settings
	return rules
}

// choose chooses a setting; "": it stays as it is.
func choose(settings map[string]string, name, value string) {
	if value != "" {
		settings[name] = value
	}
}

// check checks that matches of a game can be opened under the rules of a league, and that the caretaker plays it.
func (ls *Leagues) check(game engine.Game, rules league.Rules) error {
	info := game.Info()
	opening, err := openingOf(info.Game, rules, "")
	if err != nil {
		return err
	}
	if rules.Caretaker != "" {
		if err := ls.matches.Games.CheckCaretaker(info.Game, rules.Caretaker); err != nil {
			return err
		}
	}
	if err := errors.Join(ls.matches.Games.CheckSettings(info.Game, opening.Settings), CheckBidding(info, rules)); err != nil {
		return err
	}
	_, err = game.Begin(1, opening.Setup)
	return err
}

// openingOf is how the matches of a league are opened.
func openingOf(game string, rules league.Rules, place string) (referee.Opening, error) {
	o := referee.Opening{Game: game, Place: place, Setup: engine.Setup{}, Settings: map[string]string{}}
	if _, err := strconv.Atoi(rules.Settings[settingLaw]); err != nil {
		return o, fmt.Errorf("%w: law %q", ErrSettings, rules.Settings[settingLaw])
	}
	for name, value := range rules.Settings {
		option, isOption := strings.CutPrefix(name, SetupPrefix)
		switch {
		case option == referee.OptionBoard: // the data set says it
		case isOption:
			o.Setup[option] = value
		case name == settingLaw || name == settingData:
		case name == schedule.SettingPause || name != referee.SettingOwner && referee.Reserved(name):
			return o, fmt.Errorf("%w: %q", ErrSettings, name)
		default:
			o.Settings[name] = value
		}
	}
	return o, nil
}

// pinnedTo is the law and the data of the matches of a league.
func pinnedTo(game string, rules league.Rules) match.Opening {
	law, _ := strconv.Atoi(rules.Settings[settingLaw]) // it was read by openingOf
	return match.Opening{Game: game, Law: law, Data: rules.Settings[settingData]}
}

// Amend changes the rules of a league, as its organiser: what the pairing hangs on
// stays once it has begun, law and data stay always.
func (ls *Leagues) Amend(ctx context.Context, c LeagueCommand, rules league.Rules) (LeagueReply, error) {
	return ls.organise(ctx, c, func(tx *transaction) error {
		old := tx.l.Rules()
		rules = pinnedRules(rules, old.Settings[settingLaw], old.Settings[settingData], old.Settings[SetupPrefix+referee.OptionBoard])
		rules.League = old.League
		game, err := tx.ls.office.Pinned(tx.ctx, pinnedTo(tx.card.Game, rules))
		if err != nil {
			return err
		}
		if err := tx.ls.check(game, rules); err != nil {
			return err
		}
		if tx.l.Started() && rules.Rounds > old.Rounds {
			if err := tx.l.CheckRounds(rules); err != nil {
				return err
			}
		}
		return tx.do(league.Decision{Act: league.ActAmend{Rules: &rules}})
	})
}

// organise is decide for what an organiser alone may do.
func (ls *Leagues) organise(ctx context.Context, c LeagueCommand, change func(tx *transaction) error) (LeagueReply, error) {
	return ls.decide(ctx, c, func(tx *transaction) error {
		if err := tx.may(authority.Organise); err != nil {
			return err
		}
		return change(tx)
	})
}

// Enter enters a player into a league; somebody else, as its organiser.
// slots is how many matches they want at once, 0 as the rules say; waking when they
// can play. It returns league.ErrJoined and league.ErrStarted.
func (ls *Leagues) Enter(ctx context.Context, c LeagueCommand, who Someone, slots int, waking league.Waking) (LeagueReply, error) {
	return ls.about(ctx, c, who, func(tx *transaction, p league.Player) error {
		return tx.do(league.Decision{Act: league.ActJoin{Player: p, Slots: slots, Waking: &waking}})
	})
}

// Wish says how many matches a player wants at once, and when they can play.
func (ls *Leagues) Wish(ctx context.Context, c LeagueCommand, slots int, waking league.Waking) (LeagueReply, error) {
	return ls.about(ctx, c, Someone{}, func(tx *transaction, p league.Player) error {
		return tx.do(league.Decision{Act: league.ActWish{Player: p, Slots: slots, Waking: &waking}})
	})
}

// Leave takes a player out before the league begins.
func (ls *Leagues) Leave(ctx context.Context, c LeagueCommand, who Someone) (LeagueReply, error) {
	return ls.about(ctx, c, who, func(tx *transaction, p league.Player) error {
		return tx.do(league.Decision{Act: league.ActLeave{Player: p}})
	})
}

// Away says that a player is on vacation from one moment to another, as Unix
// times in milliseconds: no match is opened for them. Vacations of clocks are
// another thing: [referee.Referee.Vacation].
func (ls *Leagues) Away(ctx context.Context, c LeagueCommand, who Someone, from, until int64) (LeagueReply, error) {
	return ls.about(ctx, c, who, func(tx *transaction, p league.Player) error {
		return tx.do(league.Decision{Act: league.ActVacation{Player: p, From: from, Until: until}})
	})
}

// Block says that the author and another are not to be paired; for two others, as
// the organiser. With off it is taken back.
func (ls *Leagues) Block(ctx context.Context, c LeagueCommand, who, other Someone, off bool) (LeagueReply, error) {
	return ls.about(ctx, c, who, func(tx *transaction, p league.Player) error {
		o := tx.number(other)
		if off {
			return tx.do(league.Decision{Act: league.ActUnblock{Player: p, Other: o}})
		}
		return tx.do(league.Decision{Act: league.ActBlock{Player: p, Other: o}})
	})
}

// about is decide for what a player may do for themselves, and an organiser for all.
func (ls *Leagues) about(ctx context.Context, c LeagueCommand, who Someone, change func(tx *transaction, p league.Player) error) (LeagueReply, error) {
	return ls.decide(ctx, c, func(tx *transaction) error {
		if who != (Someone{}) && who.Account != c.Account {
			if err := tx.may(authority.Organise); err != nil {
				return err
			}
		}
		return change(tx, tx.number(who))
	})
}

// Start begins a league, as its organiser: with its members in the order of
// some accounts, the strongest first; nil: by lot.
func (ls *Leagues) Start(ctx context.Context, c LeagueCommand, order []string) (LeagueReply, error) {
	return ls.organise(ctx, c, func(tx *transaction) error {
		var ranking []league.Player
		for _, account := range order {
			p := tx.known(account)
			if p == league.Nobody {
				return league.ErrMember
			}
			ranking = append(ranking, p)
		}
		if order == nil {
			var err error
			if ranking, err = tx.lot(); err != nil {
				return err
			}
		}
		tx.card.Hold = false
		d, err := tx.l.Begin(ranking, tx.at)
		if err != nil {
			return err
		}
		return tx.do(d)
	})
}

// lot is the members in an order that nobody chose.
func (tx *transaction) lot() ([]league.Player, error) {
	var out []league.Player
	for i, m := range tx.l.Members() {
		n, err := rand.Int(tx.ls.random, big.NewInt(int64(i+1)))
		if err != nil {
			return nil, fmt.Errorf("referee: lot: %w", err)
		}
		out = slices.Insert(out, int(n.Int64()), m.Player)
	}
	return out, nil
}

// Finish ends a league, as its organiser: a match that comes to a result after
// that counts only if it is undone.
func (ls *Leagues) Finish(ctx context.Context, c LeagueCommand) (LeagueReply, error) {
	return ls.organise(ctx, c, func(tx *transaction) error { return tx.do(league.Decision{Act: league.ActFinish{}}) })
}

// PairNow opens what can be played now, as the organiser, and goes on pairing by
// itself: after they have undone a pairing it does not. It returns league.ErrNothing
// where there is nothing to open and it did.
func (ls *Leagues) PairNow(ctx context.Context, c LeagueCommand) (LeagueReply, error) {
	return ls.organise(ctx, c, func(tx *transaction) error {
		before, held := tx.l.Seq(), tx.card.Hold
		tx.card.Hold = false
		if err := tx.follow(); err != nil {
			return err
		}
		if tx.l.Seq() == before && !held {
			return league.ErrNothing
		}
		return nil
	})
}

// Challenge challenges a player of a ladder. It returns league.ErrReach and
// league.ErrBusy.
func (ls *Leagues) Challenge(ctx context.Context, c LeagueCommand, other Someone) (LeagueReply, error) {
	return ls.decide(ctx, c, func(tx *transaction) error {
		me, him := tx.known(c.Account), tx.known(other.Account)
		if me == league.Nobody || him == league.Nobody {
			return league.ErrMember
		}
		d, err := tx.l.ProposeChallenge(me, him, tx.at)
		if err != nil {
			return err
		}
		return tx.do(d)
	})
}
