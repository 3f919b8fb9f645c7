package discord

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"referee/bot/authority"
	"referee/bot/locale"
	"referee/engine"
)

var _ Handler = (*Handlers)(nil)

// Handle answers an interaction. It does what is asked, and waits for nothing
// but the store; a picture is made later.
func (h *Handlers) Handle(in Interaction) Reply {
	c := &call{
		Handlers: h, voice: voice{words: h.plain, lang: locale.Pick(in.Locale)},
		key: in.Key(), id: in.ID, message: in.Message, place: placeOf(in.Channel), guild: in.Guild != "", inThread: in.InThread,
		account: accountOf(in.User.ID), name: in.User.Name, powers: powers(h, in),
		home: homeOf(in.Guild), hall: placeOf(cmp.Or(in.Parent, in.Channel)),
		names: in.Names, lacks: lacks(in), path: in.Path, options: map[string]string{},
	}
	maps.Copy(c.options, in.Options)
	if in.Kind == KindComplete {
		return Reply{Kind: Complete, Choices: complete(c, in.Focused)}
	}
	if len(in.Values) > 0 {
		c.options["option"] = in.Values[0]
	}
	a := c.run()
	if c.seated {
		if err := notice(c, in.Guild); err != nil {
			h.Log.Error("nothing kept of a person", "error", err)
		}
	}
	if a.thread != "" {
		return Reply{Kind: Thread, Name: cut(a.thread, maxThreadName)}
	}
	if a.form != nil {
		return Reply{Kind: Ask, Private: true, Form: a.form.shape(), Message: a.card.message(nil)}
	}
	r := Reply{Kind: Say, Private: !a.public, Message: a.card.message(nil)}
	if in.Kind == KindComponent && in.Ephemeral && !a.anew {
		r.Kind = Update
	}
	if f := a.card.picture; f != nil {
		f.portrait = !a.public && upright(c)
		r.Later = func() *Message { return painted(h, a.card, f) }
	}
	return r
}

// Defer says how an answer that takes longer is announced: one person alone
// sees it.
func (h *Handlers) Defer(in Interaction) Deferral {
	anew := path(in.Path).part(1) == "go-on"
	return Deferral{Update: in.Kind == KindComponent && in.Ephemeral && !anew, Private: true}
}

// Failed is what is answered where the program has failed.
func (h *Handlers) Failed(in Interaction, number string) Message {
	c := &card{}
	c.text(voice{h.plain, locale.Pick(in.Locale)}.say("failed", engine.Text("id", number)))
	return c.message(nil)
}

// maxThreadName is the most characters that the name of a thread may have.
const maxThreadName = 100

// powers are what who acts may do in the server of the call, and where they act. What
// that is worth for a match or a league says package authority.
func powers(h *Handlers, in Interaction) authority.Powers {
	return authority.Powers{
		Home: homeOf(in.Guild), Place: placeOf(in.Channel), Moderator: moderates(h, in), Organiser: organises(h, in), Judge: judges(h, in),
	}
}

// moderates reports whether who acts may do what moderators may.
func moderates(h *Handlers, in Interaction) bool {
	if in.Guild == "" {
		return false
	}
	return in.MemberPermissions&permissionManageChannels != 0 ||
		slices.ContainsFunc(in.Roles, func(r ID) bool { return slices.Contains(h.Moderators, string(r)) })
}

// organises reports whether who acts may organise leagues: moderators, and those
// who may manage the server.
func organises(h *Handlers, in Interaction) bool {
	return in.Guild != "" && in.MemberPermissions&permissionManageServer != 0 || moderates(h, in)
}

// judges reports whether who acts may rule: moderators, and those of the judges'
// roles.
func judges(h *Handlers, in Interaction) bool {
	return moderates(h, in) || in.Guild != "" &&
		slices.ContainsFunc(in.Roles, func(r ID) bool { return slices.Contains(h.Judges, string(r)) })
}

// lacks lists what the bot may not do in the channel and needs to play there, as
// keys of permission texts.
func lacks(in Interaction) []string {
	if in.Guild == "" {
		return nil
	}
	type need struct {
		bit uint64
		key string
	}
	needs := []need{{permissionView, "view"}, {permissionSend, "send"}, {permissionAttach, "attach"}}
	switch {
	case in.InThread:
		needs[1] = need{permissionSendInThreads, "send-thread"}
	case in.Options["thread"] == "yes", slices.Contains([]string{"league/create", "league/admin/open"}, strings.Join(in.Path, "/")):
		needs = append(needs, need{permissionSendInThreads, "send-thread"}, need{permissionThreads, "thread"})
	}
	if path(in.Path).part(0) == "appeal" {
		needs = append(needs, need{permissionSendInThreads, "send-thread"}, need{permissionPrivateThreads, "private-thread"})
	}
	var out []string
	for _, n := range needs {
		if in.AppPermissions&n.bit == 0 {
			out = append(out, n.key)
		}
	}
	return out
}
