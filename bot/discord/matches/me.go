package matches

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/kit/lists"
)

var meCommand = &command.Command{
	Path: "me/settings", Parts: []string{"where", "digest", "shape", "mail"},
	Options: []command.Option{
		{Name: "zone", Complete: CompleteZone},
		{Name: "sleep"},
		{Name: "where", Values: whereValues},
		{Name: "digest", Values: command.YesOrNo},
		{Name: "shape", Values: command.Fixed("discord.shape.", shapes...)},
	},
	Do: me,
}

// me shows or changes what the author has chosen over all their matches: where they
// live, when they sleep, where they are told: /me settings.
func me(q *command.Request) (command.Response, error) {
	p, err := q.Referee.Schedule.Preferences(q.Context(), q.Account)
	if err != nil {
		return command.Response{}, err
	}
	address, err := boundAddress(q)
	if err != nil {
		return command.Response{}, err
	}
	chosen := false
	given := func(option string) string {
		text := strings.TrimSpace(q.Options[option])
		chosen = chosen || text != ""
		return text
	}
	p.Zone = cmp.Or(given("zone"), p.Zone)
	if p.Sleep = cmp.Or(given("sleep"), p.Sleep); p.Sleep == "never" {
		p.Sleep = ""
	}
	where := schedule.Where(given("where"))
	if where == direct {
		where = schedule.ByLetter
	}
	binds := where == schedule.ByMail && address == "" // and then they choose again
	if !binds {
		p.Where = cmp.Or(where, p.Where)
	}
	if digest := given("digest"); digest != "" {
		p.Digest = digest == "yes"
	}
	if shape := given("shape"); shape != "" {
		p.Portrait = shape == command.Portrait
	}
	if p.Sleep != "" {
		p.Zone = cmp.Or(p.Zone, q.Server.Zone) // the hours of sleep are of a zone for good
	}
	out := &command.Card{}
	if chosen {
		if err := q.Referee.Schedule.Prefer(q.Context(), q.Account, p); err != nil {
			return command.Response{}, err
		}
		out.Text(q.Say("me-chosen"))
	}
	switch {
	case binds, q.Options["mail"] == "bind":
		return bindMail(q)
	case q.Options["mail"] == "free" && address != "":
		if err := q.Mail.Unbind(q.Context(), q.Account); err != nil {
			return command.Response{}, err
		}
		if p, err = q.Referee.Schedule.Preferences(q.Context(), q.Account); err != nil {
			return command.Response{}, err
		}
		address = ""
	}
	preferences(q, out, p, address)
	return command.Response{Card: out}, nil
}

// boundAddress is the address that is bound to the author; "": none is.
func boundAddress(q *command.Request) (string, error) {
	if q.Mail == nil {
		return "", nil
	}
	return q.Mail.Bound(q.Context(), q.Account)
}

// bindMail gives the author a code that binds an address to their account.
func bindMail(q *command.Request) (command.Response, error) {
	if q.Mail == nil {
		return command.Response{}, command.No("me-no-mail")
	}
	code, to, err := q.Mail.Bind(q.Context(), q.Account, q.Name, q.Lang)
	if err != nil {
		return command.Response{}, err
	}
	return q.Said("me-bind", engine.Text("code", code), engine.Text("to", command.Plain(to)))
}

// preferences adds what somebody has chosen, and lets them choose.
func preferences(q *command.Request, out *command.Card, p schedule.Preferences, address string) {
	zone := cmp.Or(p.Zone, q.Server.Zone, "UTC")
	out.Text(q.Say("me-zone", engine.Text("zone", command.Plain(zone))))
	if p.Sleep == "" {
		out.Text(q.Say("me-sleepless"))
	} else {
		out.Text(q.Say("me-sleep", engine.Text("sleep", p.Sleep)))
	}
	told := string(p.Where)
	if p.Where == schedule.ByLetter {
		told = direct
	}
	out.Text(q.Say("me-where." + told))
	out.Text(q.Say("me-digest." + yesOrNo(p.Digest)))
	shape, turned := command.Landscape, command.Portrait
	if p.Portrait {
		shape, turned = command.Portrait, command.Landscape
	}
	out.Text(q.Say("me-shape." + shape))
	if address != "" {
		out.Text(q.Say("me-address", engine.Text("address", command.Plain(address))))
	}
	others := lists.Filter(wheres, func(w string) bool { return w != told && (w != string(schedule.ByMail) || address != "") })
	buttons := lists.Map(others, func(w string) command.Button {
		return command.Button{Label: q.Say("where." + w), Path: wire.Path{"me", w}}
	})
	digest := yesOrNo(!p.Digest)
	out.Press(append(buttons, command.Button{Label: q.Say("button.digest." + digest), Path: wire.Path{"me", "", digest}},
		command.Button{Label: q.Say("button.shape." + turned), Path: wire.Path{"me", "", "", turned}})...)
	switch {
	case address != "":
		out.Press(command.Button{Label: q.Say("button.mail.again"), Path: toMail("bind")}, command.Button{Label: q.Say("button.mail.free"), Path: toMail("free")})
	case q.Mail != nil:
		out.Press(command.Button{Label: q.Say("button.mail.bind"), Path: toMail("bind")})
	}
	out.Text("-# " + q.Say("me-typed"))
}

// direct is what players choose to be told by direct message. Stored is schedule.ByLetter, as that was called before; who types the old
// word is understood.
const direct = "dm"

// wheres are where people can be told, in the order in which they are offered.
var wheres = []string{string(schedule.InChannel), direct, string(schedule.ByMail), string(schedule.Quiet)}

// whereValues are where people can be told: by mail where there is a mailbox.
func whereValues(h *command.Handlers) []command.Value {
	return slices.DeleteFunc(command.Fixed("discord.where.", wheres...)(h), func(v command.Value) bool {
		return v.Value == string(schedule.ByMail) && h.Mail == nil
	})
}

// toMail is the path of a button about the address of who presses it.
func toMail(what string) wire.Path { return wire.Path{"me", "", "", "", what} }

var shapes = []string{command.Landscape, command.Portrait}

// zone is where the author lives, or else the zone of the server.
func zone(q *command.Request) (*time.Location, error) {
	p, err := q.Referee.Schedule.Preferences(q.Context(), q.Account)
	if err != nil {
		return nil, err
	}
	if z, err := time.LoadLocation(cmp.Or(p.Zone, q.Server.Zone)); err == nil {
		return z, nil
	}
	return time.UTC, nil
}

// manyZones are zones in which many people live. Any other can be typed in full.
var manyZones = []string{
	"Europe/Paris", "Europe/London", "Europe/Berlin", "Europe/Madrid", "Europe/Rome", "Europe/Brussels", "Europe/Amsterdam",
	"Europe/Zurich", "Europe/Vienna", "Europe/Lisbon", "Europe/Dublin", "Europe/Stockholm", "Europe/Oslo", "Europe/Copenhagen",
	"Europe/Helsinki", "Europe/Warsaw", "Europe/Prague", "Europe/Budapest", "Europe/Athens", "Europe/Bucharest", "Europe/Kyiv",
	"Europe/Istanbul", "Europe/Moscow", "Atlantic/Canary", "Atlantic/Reykjavik",
	"America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage",
	"America/Toronto", "America/Montreal", "America/Vancouver", "America/Halifax", "America/St_Johns", "America/Mexico_City",
	"America/Bogota", "America/Lima", "America/Caracas", "America/Santiago", "America/Sao_Paulo", "America/Montevideo",
	"America/Argentina/Buenos_Aires", "Pacific/Honolulu", "Africa/Casablanca", "Africa/Algiers", "Africa/Tunis", "Africa/Cairo",
	"Africa/Lagos", "Africa/Nairobi", "Africa/Johannesburg", "Asia/Jerusalem", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata",
	"Asia/Bangkok", "Asia/Jakarta", "Asia/Singapore", "Asia/Hong_Kong", "Asia/Shanghai", "Asia/Manila", "Asia/Seoul", "Asia/Tokyo",
	"Australia/Perth", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "UTC",
}

// CompleteZone proposes zones that hold a text, each with the time there.
func CompleteZone(q *command.Request, focused string) ([]command.Choice, error) {
	text := q.Options[focused]
	var out []command.Choice
	add := func(name string) {
		if z, err := time.LoadLocation(name); err == nil && name != "Local" {
			out = append(out, command.Choice{Label: name + " · " + q.Now().In(z).Format("15:04"), Value: name})
		}
	}
	for _, name := range manyZones {
		if strings.Contains(strings.ToLower(name), strings.ToLower(strings.ReplaceAll(text, " ", "_"))) {
			add(name)
		}
	}
	if text != "" && !slices.Contains(manyZones, text) {
		add(text)
	}
	return out, nil
}
