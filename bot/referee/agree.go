package referee

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/kit/lists"
	"referee/engine/match"
	"referee/engine/refusal"
)

// maySet checks that a player may choose settings. It returns ErrAgree and authority.ErrFixed.
func maySet(m *match.Match, by match.Player, settings map[string]string) error {
	for name := range settings {
		own := name == schedule.SettingClock || name == schedule.SettingPause || name == SettingHints || Reserved(name)
		switch {
		case IsMentions(name) && name != OwnMentions(by): // nobody silences the other side
			return ErrAgree
		case own && (m.Started() || name != schedule.SettingClock):
			return ErrAgree
		case name == schedule.SettingClock && m.Setting(SettingOwner) != "":
			return authority.ErrFixed
		}
	}
	return nil
}

// Reserved reports whether a setting is one that neither players nor moderators choose.
func Reserved(name string) bool {
	return name == SettingOwner || name == SettingCaretaker || name == SettingProgram || name == schedule.SettingKey || schedule.IsAway(name)
}

// CheckSettings checks the settings of matches of a game that are the referee's own; an empty
// id is the first game. It returns clock.ErrSettings, ErrNoProgram for a clock whose caretaker
// does not play the game, ErrSide for one that does not play every side, ErrPause and ErrNoGame.
func (gs *Games) CheckSettings(game string, settings map[string]string) error {
	g, err := gs.find(game)
	if err != nil {
		return err
	}
	if text, ok := settings[schedule.SettingClock]; ok {
		s, err := clock.Parse(text)
		if err != nil {
			return err
		}
		if err := gs.CheckCaretaker(g.ID, s.Program); s.Program != "" && err != nil {
			return err
		}
	}
	if text := settings[schedule.SettingPause]; text != "" && text != "on" {
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			return fmt.Errorf("%w: %q", ErrPause, text)
		}
	}
	return nil
}

// Errors of settings that do not fit the place where a match is played.
var (
	ErrNoSpectators = refusal.New("referee.refuse.no-spectators", "referee: spectators are not let into a match that is played in private")
	ErrUntold       = refusal.New("referee.refuse.untold", "referee: no clock: a player could not be told that it is their move")
)

// fit refuses settings that do not fit a place where some accounts play: ErrNoSpectators, ErrUntold.
func (r *Referee) fit(ctx context.Context, place string, settings map[string]string, accounts ...string) error {
	if settings[SettingSpectators] == "yes" && private(place) {
		return ErrNoSpectators
	}
	_, away := post.Away(place)
	if s, err := clock.Parse(settings[schedule.SettingClock]); err != nil || !s.Runs() || !away {
		return nil
	}
	for _, a := range accounts {
		if told, err := r.Schedule.Reaches(ctx, a); err != nil || !told {
			return cmp.Or(err, ErrUntold)
		}
	}
	return nil
}

// set does a command that is about settings which must fit.
func (r *Referee) set(ctx context.Context, c Command, settings map[string]string, d changing) (Reply, error) {
	return r.locked(ctx, c, func(lk *matchLock, q request) (Reply, error) {
		holders, err := lk.holders(ctx)
		if err == nil {
			err = r.fit(ctx, lk.place, settings, lists.Map(holders, func(p match.Person) string { return p.Account })...)
		}
		if err != nil && !q.s.replied {
			return Reply{}, err
		}
		return lk.commitAt(ctx, q, d)
	})
}

// ChangeSettings chooses settings of a match, as one who has a seat in it. It returns
// ErrAgree for those that take both players, clock.ErrSettings, ErrNoSpectators and ErrUntold.
func (r *Referee) ChangeSettings(ctx context.Context, c Command, settings map[string]string) (Reply, error) {
	return r.set(ctx, c, settings, func(m *match.Match, by match.By) (*match.Match, error) {
		if !c.judge {
			if err := maySet(m, by.Player, settings); err != nil {
				return nil, err
			}
		}
		if err := r.Games.CheckSettings(m.Opening().Game, settings); err != nil {
			return nil, err
		}
		return m.Set(by, settings)
	})
}

// ProposeSettings offers the other seats other settings: [SettingClock], or a pause.
// They hold once accepted. It returns clock.ErrSettings, ErrNoProgram, ErrPause, ErrNoClock, ErrHintsFree, ErrAgree for
// what nobody may choose, authority.ErrFixed, ErrNoSpectators, ErrUntold, and match.ErrOffered.
func (r *Referee) ProposeSettings(ctx context.Context, c Command, settings map[string]string) (Reply, error) {
	return r.set(ctx, c, settings, func(m *match.Match, by match.By) (*match.Match, error) {
		for name := range settings {
			if Reserved(name) {
				return nil, ErrAgree
			}
			if name == schedule.SettingClock && m.Setting(SettingOwner) != "" {
				return nil, authority.ErrFixed
			}
		}
		if err := r.Games.CheckSettings(m.Opening().Game, settings); err != nil {
			return nil, err
		}
		if err := r.changes(ctx, m, settings); err != nil {
			return nil, err
		}
		return m.Offer(by, c.Seat, match.ActOffer{Offer: match.NewSettings, Settings: settings})
	})
}

// changes refuses to propose a pause where no clock runs, or that one, and hints where players may ask for them already.
func (r *Referee) changes(ctx context.Context, m *match.Match, settings map[string]string) error {
	if settings[schedule.SettingPause] != "" {
		times, err := r.Schedule.TimesOf(ctx, m)
		if err != nil {
			return err
		}
		_, appealed := m.Appealed()
		now := m.Setting(schedule.SettingPause)
		switch {
		case !times.Settings.Runs():
			return ErrNoClock
		case appealed:
			return match.ErrAppealed
		case times.Paused && (now == "" || now == settings[schedule.SettingPause]):
			return ErrPaused
		}
	}
	if settings[SettingHints] != "" && MayHint(m) {
		return ErrHintsFree
	}
	return nil
}

// Accept accepts what another seat offers: a draw, other settings, to go back. It returns
// match.ErrNoOffer where no such offer stands, as it lapses when the match goes on, or
// another than the command means: its author could take it back and make another before
// who was asked answers.
func (r *Referee) Accept(ctx context.Context, c Command, what match.Offer) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		if c.Offer != 0 && c.Offer != offeredBy(m) {
			return nil, match.ErrNoOffer
		}
		return m.Accept(by, c.Seat, what)
	})
}

// offeredBy is the decision by which the offer was made that stands; 0: none stands.
func offeredBy(m *match.Match) int {
	if m.Offered().What == "" {
		return 0
	}
	for _, e := range slices.Backward(m.Log()) {
		if e.Decision.Kind() == match.KindOffer {
			return e.Decision.Seq
		}
	}
	return 0
}

// Decline declines what another seat offers, or takes one's own offer back.
func (r *Referee) Decline(ctx context.Context, c Command, what match.Offer) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Decline(by, c.Seat, what) })
}

// Pause proposes that no clock runs until a moment; the zero time: until
// somebody says [Referee.Unpause].
func (r *Referee) Pause(ctx context.Context, c Command, until time.Time) (Reply, error) {
	text := "on"
	if !until.IsZero() {
		if !until.After(r.now()) {
			return Reply{}, fmt.Errorf("%w: %q", ErrPause, until.Format(time.RFC3339))
		}
		text = until.UTC().Format(time.RFC3339)
	}
	return r.ProposeSettings(ctx, c, map[string]string{schedule.SettingPause: text})
}

// Unpause ends a pause; either player may. Clocks run again once the news of it
// are delivered. It returns ErrPause where there is none.
func (r *Referee) Unpause(ctx context.Context, c Command) (Reply, error) {
	return r.do(ctx, c, unpause)
}

func unpause(m *match.Match, by match.By) (*match.Match, error) {
	if m.Setting(schedule.SettingPause) == "" {
		return nil, ErrPause
	}
	return m.Set(by, map[string]string{schedule.SettingPause: ""})
}

// setTold says that settings were chosen, and what is so from now on. Of those that a league or a
// rematch brings nobody need be told.
func setTold(m *match.Match, d *match.Decision, settings map[string]string) []engine.Msg {
	var out []engine.Msg
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if said := settingTold(m, d, name, settings[name]); said.Key != "" {
			out = append(out, said)
		}
	}
	return out
}

func settingTold(m *match.Match, d *match.Decision, name, value string) engine.Msg {
	if v, ok := schedule.VacationIn(d); ok && schedule.IsAway(name) {
		return engine.Say("referee.told.vacation", engine.Noun("seat", string(d.Seat)),
			engine.Text("first", v.First.Format(time.DateOnly)), engine.Text("last", v.Last.Format(time.DateOnly)))
	}
	switch name {
	case schedule.SettingKey:
		return keyTold(value)
	case schedule.SettingPause:
		return pauseTold(value)
	case schedule.SettingClock:
		if s, err := clock.Parse(value); err == nil && !s.Runs() {
			return engine.Say("referee.told.set-clock-none")
		}
		return engine.Say("referee.told.set-clock", engine.Text("clock", value))
	case SettingCaretaker:
		return caretakerTold(strings.Fields(value))
	case SettingHints:
		return engine.Say("referee.told.hints")
	case SettingLanguage:
		return engine.Say("referee.told.set-language", engine.Text("language", value))
	case SettingSpectators, SettingMentions:
		return engine.Say("referee.told.set-" + name + "-" + yesOrNo(value))
	case OwnMentions(d.Author):
		if seats := m.Seats(d.Author); len(seats) > 0 {
			return engine.Say("referee.told.set-own-mentions-"+yesOrNo(value), engine.Noun("seat", string(seats[0])))
		}
	}
	return engine.Msg{}
}

func yesOrNo(value string) string {
	if value == "yes" {
		return "yes"
	}
	return "no"
}

// caretakerTold says for which seats the defaults are answered.
func caretakerTold(seats []string) engine.Msg {
	if len(seats) == 0 {
		return engine.Say("referee.told.set-caretaker-none")
	}
	var list []engine.Arg
	for _, s := range seats {
		list = append(list, engine.Noun("", s))
	}
	return engine.Say("referee.told.set-caretaker", engine.List("seats", list...))
}

// pauseTold says that a pause is agreed, or over.
func pauseTold(value string) engine.Msg {
	if value == "" {
		return engine.Say("referee.told.resume")
	}
	if until, err := time.Parse(time.RFC3339, value); err == nil {
		return engine.Say("referee.told.set-pause-until", engine.Text("until", until.UTC().Format("2006-01-02 15:04 MST")))
	}
	return engine.Say("referee.told.set-pause")
}

// chosenBy are the settings that a decision has put in force; nil: none.
func chosenBy(m *match.Match, d *match.Decision) map[string]string {
	switch a := d.Act.(type) {
	case match.ActSet:
		return a.Settings
	case match.ActAccept:
		if a.Offer != match.NewSettings {
			return nil
		}
		for _, e := range slices.Backward(m.Log()[:d.Seq-1]) {
			if o, offers := e.Decision.Act.(match.ActOffer); offers {
				return o.Settings
			}
		}
	}
	return nil
}
