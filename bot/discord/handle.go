package discord

import (
	"cmp"
	"maps"
	"slices"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
)

// Handle answers an interaction. It does what is asked, and waits for nothing
// but the store; a picture is made later.
func (h *desk) Handle(in wire.Interaction) wire.Reply {
	c := &call{
		desk: h, voice: voice{words: h.plain, lang: locale.Pick(in.Locale)},
		key: in.Key(), id: in.ID, message: in.Message, place: wire.PlaceOf(in.Channel), guild: in.Guild != "", inThread: in.InThread,
		account: wire.AccountOf(in.User.ID), name: in.User.Name, powers: powers(h, in),
		home: wire.HomeOf(in.Guild), hall: wire.PlaceOf(cmp.Or(in.Parent, in.Channel)),
		names: in.Names, lacks: lacks(h, in), path: in.Path, options: map[string]string{},
	}
	maps.Copy(c.options, in.Options)
	if in.Kind == wire.KindComplete {
		return wire.Reply{Kind: wire.Complete, Choices: complete(c, in.Focused)}
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
		return wire.Reply{Kind: wire.OpenThread, Name: cut(a.thread, maxThreadName)}
	}
	if a.form != nil {
		return wire.Reply{Kind: wire.Ask, Private: true, Form: a.form.shape(), Message: a.card.message(nil)}
	}
	r := wire.Reply{Kind: wire.Say, Private: !a.public, Message: a.card.message(nil)}
	if in.Kind == wire.KindComponent && in.Ephemeral && !a.anew {
		r.Kind = wire.Update
	}
	if f := a.card.picture; f != nil {
		f.portrait = !a.public && upright(c)
		r.Later = func() *wire.Message { return painted(h, a.card, f) }
	}
	return r
}

// Defer says how an answer that takes longer is announced: one person alone
// sees it.
func (h *desk) Defer(in wire.Interaction) wire.Deferral {
	anew := wire.Path(in.Path).Part(1) == "go-on"
	return wire.Deferral{Update: in.Kind == wire.KindComponent && in.Ephemeral && !anew, Private: true}
}

// Failed is what is answered where the program has failed.
func (h *desk) Failed(in wire.Interaction, number string) wire.Message {
	c := &card{}
	c.text(voice{h.plain, locale.Pick(in.Locale)}.say("failed", engine.Text("id", number)))
	return c.message(nil)
}

// maxThreadName is the most characters that the name of a thread may have.
const maxThreadName = 100

// powers are what who acts may do in the server of the call, and where they act. What
// that is worth for a match or a league says package authority.
func powers(h *desk, in wire.Interaction) authority.Powers {
	return authority.Powers{
		Home: wire.HomeOf(in.Guild), Place: wire.PlaceOf(in.Channel), Moderator: moderates(h, in), Organiser: organises(h, in), Judge: judges(h, in),
	}
}

// moderates reports whether who acts may do what moderators may.
func moderates(h *desk, in wire.Interaction) bool {
	if in.Guild == "" {
		return false
	}
	return in.MemberPermissions&wire.PermissionManageChannels != 0 ||
		slices.ContainsFunc(in.Roles, func(r wire.ID) bool { return slices.Contains(h.Moderators, string(r)) })
}

// organises reports whether who acts may organise leagues: moderators, and those
// who may manage the server.
func organises(h *desk, in wire.Interaction) bool {
	return in.Guild != "" && in.MemberPermissions&wire.PermissionManageServer != 0 || moderates(h, in)
}

// judges reports whether who acts may rule: moderators, and those of the judges'
// roles.
func judges(h *desk, in wire.Interaction) bool {
	return moderates(h, in) || in.Guild != "" &&
		slices.ContainsFunc(in.Roles, func(r wire.ID) bool { return slices.Contains(h.Judges, string(r)) })
}

// lacks lists what the bot may not do in the channel and needs for a command, as keys of
// permission texts.
func lacks(h *desk, in wire.Interaction) []string {
	if in.Guild == "" {
		return nil
	}
	type need struct {
		bit uint64
		key string
	}
	threads := noThread
	if asked, _, err := route(h, in.Path); err == nil {
		threads = asked.threads
	}
	needs := []need{{wire.PermissionView, "view"}, {wire.PermissionSend, "send"}, {wire.PermissionAttach, "attach"}}
	switch {
	case in.InThread:
		needs[1] = need{wire.PermissionSendInThreads, "send-thread"}
	case threads == publicThread, threads == threadIfChosen && in.Options["thread"] == "yes":
		needs = append(needs, need{wire.PermissionSendInThreads, "send-thread"}, need{wire.PermissionThreads, "thread"})
	}
	if threads == privateThread {
		needs = append(needs, need{wire.PermissionSendInThreads, "send-thread"}, need{wire.PermissionPrivateThreads, "private-thread"})
	}
	var out []string
	for _, n := range needs {
		if in.AppPermissions&n.bit == 0 {
			out = append(out, n.key)
		}
	}
	return out
}
