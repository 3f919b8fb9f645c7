package clubs

import (
	"context"
	"errors"
	"slices"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/match"
)

// rolesCalled are the roles that an appeal calls, as moderators judge, too.
func rolesCalled(at command.Server) []string { return slices.Concat(at.Judges, at.Moderators) }

// whetherThere is the question whether the judges of a server can be called.
func whetherThere(at command.Server) *wire.Question {
	return &wire.Question{Roles: true, People: at.NamedJudges}
}

// awayFrom are the judges of a server, people and roles, of whom Discord says that they are not there.
func awayFrom(at command.Server, found *wire.Lookup) []wire.ID {
	away := slices.Clone(found.Away)
	for _, role := range rolesCalled(at) {
		if _, there := found.Roles[role]; !there && found.Roles != nil {
			away = append(away, role)
		}
	}
	return away
}

// JudgesQuestion is the question whether the judges of an appeal are there; nil: that was noted before, as it is of an appeal that is
// made in Discord. A player who appeals by email has noted nothing.
func JudgesQuestion(ctx context.Context, h *command.Handlers, id match.ID) (server wire.ID, q *wire.Question, err error) {
	if _, noted, err := matches.AppealedOf(ctx, h, id); noted || err != nil {
		return "", nil, err
	}
	card, err := h.Referee.Index.Summary(ctx, id)
	if errors.Is(err, match.ErrUnknown) {
		return "", nil, nil
	}
	at := h.ServerAt(card.Home)
	server, ok := wire.GuildOf(card.Home)
	if err != nil || !ok || !at.HasJudges() {
		return "", nil, err
	}
	return server, whetherThere(at), nil
}

// NoteJudgesAway notes which judges of a match are not there.
func NoteJudgesAway(ctx context.Context, h *command.Handlers, id match.ID, found wire.Lookup) error {
	card, err := h.Referee.Index.Summary(ctx, id)
	if err != nil {
		return err
	}
	return matches.ChangeAppealed(ctx, h, id, func(b *matches.Appealed) {
		b.Home, b.Away = card.Home, awayFrom(h.ServerAt(card.Home), &found)
	})
}

// callsJudges reports whether an appeal would call anybody. Where Discord did not say, it is
// supposed that it does.
func callsJudges(q *command.Request) bool {
	if q.Found == nil {
		return q.Server.HasJudges()
	}
	at := q.Server.Without(awayFrom(q.Server, q.Found))
	return len(at.NamedJudges) > 0 || slices.ContainsFunc(rolesCalled(at), func(role string) bool {
		return q.Found.Roles == nil || q.Found.Roles[wire.ID(role)] || q.MentionsAll
	})
}

// nobodyCalled says that an appeal would call nobody, why, and what to do about it: nothing
// is done or lost yet.
func nobodyCalled(q *command.Request, id match.ID) command.Response {
	out := command.Says(q.Say("judges.uncalled"))
	if !q.Server.HasJudges() {
		out.Text(q.Say("judges.unset"))
	}
	var silent []string
	gone := 0
	for _, role := range rolesCalled(q.Server) {
		if _, there := q.Found.Roles[wire.ID(role)]; there {
			silent = append(silent, role)
		} else {
			gone++
		}
	}
	if len(silent) > 0 {
		out.Text(q.Say("judges.unmentionable", engine.Text("roles", q.ListOf(command.RolesNamed(silent)))))
	}
	if gone > 0 {
		out.Text(q.Say("judges.roles-gone", engine.Num("n", gone)))
	}
	if q.Found != nil && len(q.Found.Away) > 0 {
		out.Text(q.Say("judges.away", engine.Text("who", q.ListOf(command.PeopleNamed(q.Found.Away)))))
	}
	out.Text(q.Say("judges.to-do"), q.Say("judges.all-the-same"))
	out.Press(command.Button{Label: q.Say("judges.button.all-the-same"), Path: wire.Path{"appeal", string(id), formAllTheSame}})
	return command.Response{Card: out}
}
