package discord

import (
	"slices"
	"strings"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/schedule"
	"referee/engine"
)

var meCommand = &command{
	path: "me", parts: []string{"where", "digest", "shape"},
	options: []option{
		{name: "zone", complete: completeZone},
		{name: "sleep"},
		{name: "where", values: fixed("discord.where.", wheres...)},
		{name: "digest", values: yesOrNo},
		{name: "shape", values: fixed("discord.shape.", shapes...)},
	},
	do: me,
}

// me shows or changes what who called has chosen over all their matches: where they
// live, when they sleep, where they are told: /me.
func me(c *call) (answer, error) {
	p, err := c.Referee.Schedule().Preferences(c.account)
	if err != nil {
		return answer{}, err
	}
	chosen := false
	choose := func(option string, set func(text string)) {
		if text := strings.TrimSpace(c.options[option]); text != "" {
			chosen = true
			set(text)
		}
	}
	choose("zone", func(text string) { p.Zone = text })
	choose("sleep", func(text string) {
		if p.Sleep = text; text == "never" {
			p.Sleep = ""
		}
	})
	choose("where", func(text string) { p.Where = schedule.Where(text) })
	choose("digest", func(text string) { p.Digest = text == "yes" })
	choose("shape", func(text string) { p.Portrait = text == portrait })
	out := &card{}
	if chosen {
		if err := c.Referee.Schedule().Prefer(c.account, p); err != nil {
			return answer{}, err
		}
		out.text(c.say("me-chosen"))
	}
	preferences(c, out, p)
	return answer{card: out}, nil
}

// preferences adds what somebody has chosen, and lets them choose.
func preferences(c *call, out *card, p schedule.Preferences) {
	zone := p.Zone
	if zone == "" {
		zone = "UTC"
	}
	out.text(c.say("me-zone", engine.Text("zone", plain(zone))))
	if p.Sleep == "" {
		out.text(c.say("me-sleepless"))
	} else {
		out.text(c.say("me-sleep", engine.Text("sleep", p.Sleep)))
	}
	out.text(c.say("me-where." + string(p.Where)))
	digest, other := "no", "yes"
	if p.Digest {
		digest, other = "yes", "no"
	}
	out.text(c.say("me-digest." + digest))
	shape, turned := landscape, portrait
	if p.Portrait {
		shape, turned = portrait, landscape
	}
	out.text(c.say("me-shape." + shape))
	var buttons []button
	for _, w := range wheres {
		if w != string(p.Where) {
			buttons = append(buttons, button{label: c.say("where." + w), path: wire.Path{"me", w}})
		}
	}
	out.press(append(buttons, button{label: c.say("button.digest." + other), path: wire.Path{"me", "", other}},
		button{label: c.say("button.shape." + turned), path: wire.Path{"me", "", "", turned}})...)
	out.text("-# " + c.say("me-typed"))
}

// wheres are where people can be told, in the order in which they are offered.
var wheres = []string{string(schedule.InChannel), string(schedule.ByLetter), string(schedule.Quiet)}

// How pictures are composed: as wide as a desktop client shows them, or for a telephone
// held upright.
const (
	landscape = "landscape"
	portrait  = "portrait"
)

var shapes = []string{landscape, portrait}

// upright reports whether who called is shown pictures in portrait: as they ask now, or
// else as they have chosen for all.
func upright(c *call) bool {
	if shape := c.options["shape"]; shape != "" {
		return shape == portrait
	}
	p, err := c.Referee.Schedule().Preferences(c.account)
	return err == nil && p.Portrait
}

// zone is where who called lives.
func zone(c *call) (*time.Location, error) {
	p, err := c.Referee.Schedule().Preferences(c.account)
	if err != nil {
		return nil, err
	}
	if z, err := time.LoadLocation(p.Zone); err == nil {
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

// completeZone proposes zones that hold a text, each with the time there.
func completeZone(c *call, focused string) ([]choice, error) {
	text := c.options[focused]
	var out []choice
	add := func(name string) {
		if z, err := time.LoadLocation(name); err == nil && name != "Local" {
			out = append(out, choice{label: name + " · " + c.Now().In(z).Format("15:04"), value: name})
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
