package command

import (
	"maps"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// kept is what somebody gave with a request that was refused, so that they need not give it again.
type kept struct {
	account string
	options map[string]string
	until   time.Time
}

// What is kept of refused requests, and how long.
const (
	mostKept = 500
	keptFor  = 15 * time.Minute
)

// againPath begins the paths that go on with what is kept: its name follows, and the path of the command.
const againPath = "again"

// keep keeps what the request was given, and returns the path that goes on with it along another.
func (q *Request) keep(p wire.Path) wire.Path {
	q.kept.Put(q.ID, kept{q.Account, maps.Clone(q.Interaction.Options), q.Now().Add(keptFor)}, mostKept)
	return append(wire.Path{againPath, q.ID}, p...)
}

// FormAgain adds the button that leads to the form of a command, which begins with what was filled in or typed.
func (q *Request) FormAgain(out *Card, label string) {
	out.Press(Button{Label: q.Say(label), Path: q.keep(q.Path)})
}

// Again reports whether a form is to be shown once more, which begins with what is kept.
func (q *Request) Again() bool { return q.resumed == shown }

// Bare reports whether nothing was given with the request, by options or in its path.
func (q *Request) Bare() bool { return len(q.Interaction.Options) == 0 && q.bare }

// resumed is what a button or a form has gone on with.
type resumed int

const (
	anew    resumed = iota // nothing was kept before
	shown                  // the form is to be shown again
	goneOn                 // with what was kept
	nowLost                // nothing is kept any more
)

// resume is an interaction that goes on with what is kept, as if all of it were given now. What is chosen from a menu is the next part
// of its path, and stands for what was given.
func (h *Handlers) resume(in wire.Interaction) (wire.Interaction, resumed) {
	if wire.Path(in.Path).Part(0) != againPath || len(in.Path) < 3 {
		return in, anew
	}
	did := shown
	k, found := h.kept.Get(in.Path[1])
	in.Path = slices.Clone(in.Path[2:])
	if len(in.Values) > 0 || in.Kind == discordgo.InteractionModalSubmit {
		did = goneOn
		in.Path, in.Values = append(in.Path, in.Values...), nil
	}
	options := map[string]string{}
	if found && k.account == wire.AccountOf(in.User.ID) && h.Now().Before(k.until) {
		maps.Copy(options, k.options)
	} else if did == goneOn {
		did = nowLost
	}
	if c, parts, err := route(h, in.Path); err == nil {
		for i := range parts[:min(len(parts), len(c.Parts))] {
			delete(options, c.Parts[i])
		}
	}
	maps.Copy(options, in.Options)
	in.Options = options
	return in, did
}

// Pick is a refusal with a menu of what can be asked for instead: what is chosen becomes the next part of a path, and all else that
// was given counts.
func Pick(err error, hint string, p wire.Path, choices []Choice) error {
	return &pick{err, Menu{Hint: hint, Path: p, Choices: choices}}
}

type pick struct {
	error
	menu Menu
}

func (p *pick) Unwrap() error { return p.error }
