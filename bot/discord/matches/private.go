package matches

import (
	"errors"
	"maps"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// mayOpenPrivately refuses a match that is to be opened outside servers and cannot be played there, and says where it can.
func mayOpenPrivately(q *command.Request, info *engine.Info, o referee.Opening) error {
	alone := o.Program != "" || len(info.Seats) == 1
	switch {
	case q.Guild:
		return nil
	case !q.Direct && !q.Private:
		return command.No("not-in-server")
	case q.Private && (alone || o.Opponent.Account == ""):
		return command.No("away-alone")
	case !alone && o.Opponent.Account == "":
		return command.No("direct-alone")
	}
	if _, found, err := q.Referee.FirstReply(q.Context(), q.Command("", "")); found || err != nil {
		return err
	}
	return mayPlayAt(q, q.Place, "") // before anybody is written to
}

// reach writes to a player of a match at a place that another would play with them, and refuses them, or asks whether they shall play,
// where they cannot be told that it is their move. nil: they are told, or the author goes on.
func reach(q *command.Request, place, account, letter string, game engine.Arg, anyway wire.Path) (*command.Response, error) {
	user, is := wire.UserOf(account)
	direct := post.IsDirect(place) || place == post.DMPlace(q.Account)
	if _, away := post.Away(place); !is || !direct && !away {
		return nil, nil
	}
	p, err := q.Referee.Schedule.Preferences(q.Context(), account)
	if err != nil {
		return nil, err
	}
	if writes := direct || p.Where != schedule.Quiet && p.Where != schedule.ByMail; writes && q.Found == nil && !q.Sure() {
		v := q.Voice
		if v.Lang, err = languageSpoken(q.Context(), q.Handlers, account, q.Lang); err != nil {
			return nil, err
		}
		said := command.Says(v.Say(letter, engine.Text("by", command.UserNamed(q.Account)), game, engine.Text("where", wire.ConversationURL(q.Interaction.Channel))))
		return &command.Response{LookUp: &wire.Question{Write: []wire.DirectMessage{{To: user, Message: said.Message(nil)}}}}, nil
	}
	to := engine.Text("to", command.UserNamed(account))
	if direct {
		if refuses, err := q.Referee.Schedule.Refuses(q.Context(), account); refuses || err != nil {
			return nil, errors.Join(err, command.No("unreachable", to))
		}
		return nil, nil
	}
	told, err := q.Referee.Schedule.Reaches(q.Context(), account)
	if err != nil || told || q.Sure() {
		return nil, err
	}
	a := q.Confirmation(q.Say("untold."+anyway.Part(1), to), "button.anyway."+anyway.Part(1), anyway)
	return &a, nil
}

// challengePrivately is [reach] for who is challenged to a match that is to be opened outside servers.
func challengePrivately(q *command.Request, info *engine.Info, o referee.Opening, anyway wire.Path) (*command.Response, error) {
	if q.Guild || o.Opponent.Account == "" {
		return nil, nil
	}
	letter := "letter.direct"
	if q.Private {
		letter = "letter.away"
	}
	return reach(q, q.Place, o.Opponent.Account, letter, engine.Text("game", command.Plain(info.Title)), anyway)
}

// keepOpening keeps what the author has chosen for a match while they are asked whether it is to be opened.
func keepOpening(q *command.Request, o referee.Opening) error {
	return q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) {
		m.Opening = &command.Chosen{Options: maps.Clone(q.Options), Opponent: o.Opponent.Name}
	})
}

// resumeOpening goes on with what was kept.
func resumeOpening(q *command.Request) error {
	var kept *command.Chosen
	err := q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) { kept, m.Opening = m.Opening, nil })
	if err != nil || kept == nil {
		return errors.Join(err, command.No("stale"))
	}
	maps.Copy(q.Options, kept.Options)
	q.Options["sure"] = "yes"
	q.Chosen = map[wire.ID]wire.Chosen{wire.ID(kept.Options["opponent"]): {Name: kept.Opponent}}
	return nil
}

// rivalOf is who else plays in a match; the zero Challenger: nobody does.
func rivalOf(q *command.Request, l referee.Look) match.Challenger {
	for _, s := range people(l) {
		if s.Account != "" && s.Account != q.Account {
			return match.Challenger{Account: s.Account, Name: s.Name}
		}
	}
	return match.Challenger{}
}

// rematchTo is the match that somebody has opened already as the rematch of another; "": there is none.
func rematchTo(q *command.Request, id match.ID) (match.ID, error) {
	var open []match.ID
	if next, err := q.LatestAt(q.Context(), q.Place, match.UnderWay); err == nil {
		open = append(open, next)
	}
	if q.Direct { // it waits in their own messages
		asked, err := q.Referee.Index.Challenges(q.Context(), q.Account)
		if err != nil {
			return "", err
		}
		for _, m := range asked {
			open = append(open, m.ID)
		}
	}
	for _, next := range open {
		if n, _, err := q.Look(next); err == nil && n.Settings[settingRematch] == string(id) {
			return next, nil
		}
	}
	return "", nil
}
