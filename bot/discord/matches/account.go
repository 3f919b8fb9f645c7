package matches

import (
	"context"
	"time"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
)

// accountTime is how long whoever asks for an account waits at most, with those who asked before them: far
// shorter than Discord takes an answer.
const accountTime = 5 * time.Minute

var analysisCommand = &command.Command{Path: "match/analysis", Short: "analysis", Parts: []string{"match"}, Do: command.Here(account)}

// account says where the margin of a match came from that is over: /match analysis. It takes seconds the first
// time.
func account(q *command.Request, t turn.Turn) (command.Response, error) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(q.Context()), accountTime) // longer than other commands take
	defer stop()
	said, err := t.Look.Snapshot.Account(ctx)
	if ctx.Err() != nil {
		return command.Response{}, command.No("account-busy")
	}
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(t.Look)
	lines, whole := make([]string, len(said)), ""
	for i, m := range said {
		lines[i] = q.Tell(m)
		whole += q.Raw(m) + "\n"
	}
	fitting := command.Fitting(lines, command.MaxText-500, q.Say("account-more"))
	if len(fitting) < len(lines) || fitting[len(fitting)-1] != lines[len(lines)-1] {
		out.Files = []wire.File{{Name: string(t.Look.Match) + "-account.txt", Type: "text/plain", Body: []byte(whole)}}
	}
	out.Text(fitting...)
	return command.Response{Card: out}, nil
}

// accountButton tells where the margin of a match came from; none before its end, or where nobody can judge.
func accountButton(v command.Voice, l referee.Look) []command.Button {
	if _, judged := l.Snapshot.Chance(engine.Spectator); !judged || l.Ending == nil {
		return nil
	}
	return []command.Button{{Label: v.Say("button.account"), Path: wire.Path{"match", "analysis", string(l.Match)}}}
}
