package discord

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/render"
)

// owner is the story of a server whose owner adds the bot: what they and the first players
// do and see in ten minutes.
type owner struct {
	*reporter
	leagues *discordtest.Channel
	judges  *discordtest.Role
}

// The people of the story.
const (
	olga = iota // owns the server
	anna
	ben
	judy // rules on appeals
)

// ownerPrefaces are as [prefaces].
var ownerPrefaces = map[string][2]string{
	"en": {
		"An owner’s first ten minutes", "Olga owns a server and has just added the bot. She sets it up; Anna and Ben open a first match; Olga creates a league, which they" +
			" join; Anna asks the judges, of whom Judy is one. What stands in brackets is a button, ▾ a menu. A test plays it and writes it down.",
	},
	"fr": {
		"Les dix premières minutes d’une propriétaire", "Olga possède un serveur et vient d’y ajouter l’arbitre. Elle le règle ; Anna et Ben ouvrent une première partie ; Olga crée un championnat, auquel" +
			" ils s’inscrivent ; Anna s’adresse aux juges, dont Judy. Entre crochets, un bouton ; ▾, un menu. Un test joue tout cela et le transcrit.",
	},
}

// newOwner makes the server, before the bot is added.
func newOwner(t *testing.T, lang string) *owner {
	t.Helper()
	l := locales4[lang]
	// The dice of a league's match hang on ids of Discord.
	c := newClubIn(t, discordtest.New(t, discordtest.Options{Seed: 1, Limit: 200, Counted: true}), 1, paintMap(), cellesGame)
	c.games = served(t)
	c.animate, c.paintCounter, c.poll, c.greets = animateMap(), render.New(render.Options{}).Counter, time.Hour, true
	c.kill()
	c.guild = c.discord.Uninvited("Meuse 1944", l)
	o := &owner{reporter: &reporter{clubhouse: c, name: "owner-" + lang, lang: lang, seen: map[string]int{}, forms: map[int]*discordtest.Modal{}}}
	for i, name := range []string{"olga", "anna", "ben", "judy"} {
		var may []discordtest.Permission
		if i == olga {
			may = append(may, discordgo.PermissionManageGuild)
		}
		c.people = append(c.people, &person{clubhouse: c, user: c.guild.Member(name, l, may...)})
	}
	o.judges = c.guild.Role(map[string]string{"en": "judges", "fr": "juges"}[lang], c.people[judy].user)
	o.judges.Mentionable(true)
	c.guild.Own(c.people[olga].user, nil)
	c.channel, o.leagues = c.guild.Channel("games"), c.guild.Channel("leagues")
	o.places = []*discordtest.Channel{c.people[olga].user.DM(), o.leagues}
	return o
}

// tells plays the story.
func (o *owner) tells(ctx context.Context) {
	o.t.Helper()
	pre := ownerPrefaces[o.lang]
	fmt.Fprintf(&o.text, "# %s\n\n%s\n\n", pre[0], pre[1])
	o.guild.Readd()
	o.discord.Until("a greeting", func() bool { return len(o.people[olga].user.DM().Messages(nil)) > 0 })
	o.whatIsNew()

	// the server is set up
	o.slash(ctx, olga, "setup show")
	o.slash(ctx, olga, "setup change", "language:"+o.lang, "judges:"+o.judges.ID, "leagues:"+o.leagues.ID, "zone:Europe/Paris")
	o.slash(ctx, olga, "help")

	// a first match
	o.slash(ctx, anna, "match new", "side:german", "opponent:"+o.people[ben].user.ID)
	o.people[ben].panel = nil // he answers on the card
	o.presses(ctx, ben, "match/join")
	o.press(ctx, ben, "pick", "standard")
	o.people[anna].panel = nil // she answers on the board
	o.press(ctx, anna, "pick", "draw")

	// a league
	main := o.channel
	o.channel = o.leagues
	o.slash(ctx, olga, "league create", "name:Winter", "format:round-robin")
	o.slash(ctx, anna, "league join")
	o.slash(ctx, ben, "league join")
	o.slash(ctx, olga, "league start")
	o.press(ctx, olga, "league/start", "yes")
	o.channel = main

	// the judges
	o.slash(ctx, anna, "appeal")
	o.fills(ctx, anna, map[string]string{"en": "May Ben still change how he set up?", "fr": "Ben peut-il encore changer son placement ?"}[o.lang])
	o.presses(ctx, judy, "case")
	o.presses(ctx, judy, "stands")
	o.fills(ctx, judy, map[string]string{"en": "No: the set-up ended with his answer.", "fr": "Non : le placement a pris fin avec sa réponse."}[o.lang])
}

// fills fills in the one field of a form that must be.
func (o *owner) fills(ctx context.Context, who int, text string) {
	o.t.Helper()
	form := o.forms[who]
	if form == nil {
		o.t.Fatalf("%s is shown no form:\n%s", o.people[who].user.Name, o.text.String())
	}
	values := map[string]string{}
	for _, f := range form.Fields() {
		if f.Value == "" && (f.Required == nil || *f.Required) {
			values[f.CustomID] = text
		}
	}
	o.step(ctx, who, "["+form.Title+"] "+text, func(u *discordtest.User) *discordtest.Press { return u.Submit(form, values) })
}

// presses presses a button of the channel, or in the judges' thread.
func (o *owner) presses(ctx context.Context, who int, does string) {
	o.t.Helper()
	for _, th := range append(o.channel.Threads(), o.channel) {
		for _, m := range th.Messages(o.people[who].user) {
			for _, b := range m.Buttons() {
				if what, _ := wire.ParsePath(b.CustomID); strings.HasPrefix(strings.Join(what, "/"), does) || strings.HasSuffix(b.CustomID, does) {
					o.step(ctx, who, "["+b.Label+"]", func(u *discordtest.User) *discordtest.Press { return u.Click(m, b.CustomID) })
					return
				}
			}
		}
	}
	o.t.Fatalf("%s finds no button %s", o.people[who].user.Name, does)
}
