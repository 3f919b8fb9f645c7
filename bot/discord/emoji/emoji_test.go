package emoji

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/engine"
)

// steady hears nothing of what becomes of requests.
type steady struct{}

func (steady) Responded(ctx context.Context) {}
func (steady) Silent(ctx context.Context)    {}

func (steady) Requested(string, int, time.Duration) {}

// dots draws a picture by the look of a piece, in a shade.
func dots(shade uint8) func(io.Writer, *engine.Vocabulary, engine.Piece) error {
	return func(w io.Writer, _ *engine.Vocabulary, p engine.Piece) error {
		img := image.NewGray(image.Rect(0, 0, 64, 64))
		for i, c := range fmt.Sprint(shade, p.Owner, p.Symbol, p.Band) {
			img.SetGray(i, 0, color.Gray{uint8(c)})
		}
		return png.Encode(w, img)
	}
}

func counter(id string, owner, symbol engine.Class, band int) engine.Piece {
	return engine.Piece{ID: id, Owner: owner, Symbol: symbol, Band: band}
}

// tanks is a game of three counters, of which two look the same.
var tanks = &engine.Info{Game: "tanks", Counters: []engine.Piece{
	counter("a", "axis", engine.Armour, 1), counter("b", "axis", engine.Armour, 1), counter("c", "allies", engine.AntiTank, 0),
}}

func keeper(shade uint8, games ...*engine.Info) *Keeper {
	if len(games) == 0 {
		games = []*engine.Info{tanks}
	}
	return New(Config{Games: games, Paint: dots(shade), Log: slog.New(slog.DiscardHandler), Pace: time.Millisecond, Retry: time.Millisecond})
}

// client is what a process sends requests with.
func client(d *discordtest.Discord) *rest.Client {
	return rest.New(d.Token(), d.Transport(), steady{}, steady{})
}

// keeping has a Keeper at work, until what it returns is called.
func keeping(d *discordtest.Discord, k *Keeper) (end func()) {
	ctx, stop := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() { k.Keep(ctx, client(d), wire.ID(d.AppID())) })
	return func() {
		stop()
		work.Wait()
	}
}

// settles waits until a Keeper has the emoji of all counters of some games, as Discord holds
// them, and Discord holds so many in all.
func settles(t *testing.T, d *discordtest.Discord, k *Keeper, all int, games ...*engine.Info) {
	t.Helper()
	if len(games) == 0 {
		games = []*engine.Info{tanks}
	}
	d.Until(fmt.Sprint(all, " emoji"), func() bool {
		there := d.Emoji()
		for _, g := range games {
			for _, p := range g.Counters {
				e := k.Of(g.Game, p)
				if e == nil || !slices.ContainsFunc(there, func(o discordtest.OwnEmoji) bool { return o.ID == string(e.ID) && o.Name == e.Name }) {
					return false
				}
			}
		}
		return len(there) == all
	})
}

// sent counts the requests of a method for emoji.
func sent(d *discordtest.Discord, method string) (n int) {
	for _, q := range d.Requests() {
		if strings.HasPrefix(q.Operation, method+" ") && strings.Contains(q.Path, "/emojis") {
			n++
		}
	}
	return n
}

func names(d *discordtest.Discord) (out []string) {
	for _, e := range d.Emoji() {
		out = append(out, e.Name)
	}
	return out
}

func TestCountersBecomeEmoji(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	k := keeper(1)
	if k.Of("tanks", tanks.Counters[0]) != nil {
		t.Error("there is an emoji before Discord was asked")
	}
	defer keeping(d, k)()
	settles(t, d, k, 2)
	if a, b, c := k.Of("tanks", tanks.Counters[0]), k.Of("tanks", tanks.Counters[1]), k.Of("tanks", tanks.Counters[2]); a != b || a.ID == c.ID {
		t.Errorf("they are %v, %v and %v", a, b, c)
	}
	for i, stem := range []string{"tanks_allies_antitank0_", "tanks_axis_armour1_"} {
		if name := d.Emoji()[i].Name; !strings.HasPrefix(name, stem) {
			t.Errorf("it is called %s", name)
		}
	}
	var want bytes.Buffer
	if err := dots(1)(&want, nil, tanks.Counters[0]); err != nil || !bytes.Equal(d.Emoji()[1].Image, want.Bytes()) {
		t.Errorf("another picture was sent: %v", err)
	}
}

// TestNoEmojiForAnotherLook: what a viewer may not know of a piece has no emoji, unless
// another piece looks as they see it.
func TestNoEmojiForAnotherLook(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	k := keeper(1)
	defer keeping(d, k)()
	settles(t, d, k, 2)
	for _, p := range []engine.Piece{
		counter("a", "axis", engine.PlainPiece, 1), counter("a", "axis", engine.Armour, 0), counter("a", "allies", engine.Armour, 1), {ID: "a"},
	} {
		if e := k.Of("tanks", p); e != nil {
			t.Errorf("a %s %s of formation %d has %s", p.Owner, p.Symbol, p.Band, e.Name)
		}
	}
	if e := k.Of("ships", tanks.Counters[0]); e != nil {
		t.Errorf("in another game it has %s", e.Name)
	}
}

func TestAfterARestartNothingIsSentAgain(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	first := keeper(1)
	end := keeping(d, first)
	settles(t, d, first, 2)
	end()
	before, posts := d.Emoji(), sent(d, "POST")
	second := keeper(1)
	defer keeping(d, second)()
	settles(t, d, second, 2)
	if got := sent(d, "POST"); got != posts || sent(d, "DELETE") != 0 || d.Emoji()[0].ID != before[0].ID {
		t.Errorf("%d were made, %d before", got, posts)
	}
}

func TestMissingEmojiAreCreated(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	k := keeper(1)
	end := keeping(d, k)
	settles(t, d, k, 2)
	end()
	d.Discard(names(d)[0])
	again := keeper(1)
	defer keeping(d, again)()
	settles(t, d, again, 2)
	if n := sent(d, "POST"); n != 3 {
		t.Errorf("%d were made", n)
	}
}

func TestAChangedDrawingReplacesTheOldOne(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	old := keeper(1)
	end := keeping(d, old)
	settles(t, d, old, 2)
	end()
	before := names(d)
	k := keeper(2)
	defer keeping(d, k)()
	d.Until("new emoji alone", func() bool {
		return len(d.Emoji()) == 2 && !slices.ContainsFunc(names(d), func(n string) bool { return slices.Contains(before, n) })
	})
	settles(t, d, k, 2)
	deleted := false
	for _, q := range d.Requests() {
		deleted = deleted || strings.HasPrefix(q.Operation, "DELETE")
		if deleted && strings.HasPrefix(q.Operation, "POST") {
			t.Error("an old one was deleted before all new ones were there")
		}
	}
}

// TestTheOldDrawingServesMeanwhile: while Discord takes no new emoji, the old ones are shown.
func TestTheOldDrawingServesMeanwhile(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{EmojiTime: time.Hour})
	old := keeper(1)
	end := keeping(d, old)
	settles(t, d, old, 2)
	end()
	for i := range 8 { // now it takes no more for an hour
		upload(t, d, fmt.Sprint("filler", i))
	}
	k := keeper(2)
	defer keeping(d, k)()
	settles(t, d, k, 10)
	for _, p := range tanks.Counters {
		if a, b := k.Of("tanks", p), old.Of("tanks", p); a.ID != b.ID {
			t.Errorf("%s has %v, and had %v", p.ID, a, b)
		}
	}
}

// upload makes an emoji as another process of the application does.
func upload(t *testing.T, d *discordtest.Discord, name string) {
	t.Helper()
	var pic bytes.Buffer
	if err := dots(9)(&pic, nil, engine.Piece{}); err != nil {
		t.Fatal(err)
	}
	_, err := client(d).For(t.Context()).ApplicationEmojiCreate(d.AppID(), &discordgo.EmojiParams{
		Name: name, Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(pic.Bytes()),
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEmojiOfOthersAreLeftAlone: only those go that are named as ours, of our games, and were
// not uploaded by a person.
func TestEmojiOfOthersAreLeftAlone(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	owner := d.Guild("club").Member("owner", "en-GB")
	person := []string{"wave", "tanks_axis_armour7_abcdef"}
	for _, name := range person {
		d.Upload(owner, name)
	}
	others := []string{"logo", "ships_axis_armour1_abcdef", "tanks_axis_armour7", "xtanks_axis_armour7_abcdef"}
	const stale = "tanks_axis_armour9_ffffff" // the last of those that a list by name has of ours
	for _, name := range append([]string{stale}, others...) {
		upload(t, d, name)
	}
	k := keeper(1)
	defer keeping(d, k)()
	d.Until("what is stale to go", func() bool { return !slices.Contains(names(d), stale) })
	for _, name := range slices.Concat(person, others) {
		if !slices.Contains(names(d), name) {
			t.Errorf("%s is gone", name)
		}
	}
}

// TestTwoGamesAndTwoProcesses: the emoji of two games are apart, and processes that begin at
// once have the same ones.
func TestTwoGamesAndTwoProcesses(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	ships := &engine.Info{Game: "ships-of-the-line", Counters: tanks.Counters}
	sails := &engine.Info{Game: "ships-of-the-lane", Counters: tanks.Counters}
	one, other, both := keeper(1), keeper(1, ships), keeper(1, tanks, ships, sails)
	for _, k := range []*Keeper{one, other, both} {
		defer keeping(d, k)()
	}
	settles(t, d, one, 6)
	settles(t, d, other, 6, ships)
	settles(t, d, both, 6, tanks, ships, sails)
}

func TestEmojiWithAnUnreliableDiscord(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{Seed: 7})
	d.Faults(discordtest.Faults{DropAnswer: 0.2, TooMany: 0.2, ServerError: 0.2})
	k := keeper(1)
	defer keeping(d, k)()
	settles(t, d, k, 2)
}

// TestALostEmojiIsMadeAgain: what is gone is not shown once Discord has said so, and is made again.
func TestALostEmojiIsMadeAgain(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	k := keeper(1)
	defer keeping(d, k)()
	settles(t, d, k, 2)
	was := d.Emoji()[0]
	d.Discard(was.Name)
	k.Lost()
	settles(t, d, k, 2)
	if d.Emoji()[0].ID == was.ID {
		t.Error("it was not made again")
	}
}

// TestARefusedEmojiThatIsThere: Discord also refuses emoji that are there. All stay, and it is
// not asked again and again which there are.
func TestARefusedEmojiThatIsThere(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	k := keeper(1)
	k.Retry = time.Hour
	defer keeping(d, k)()
	settles(t, d, k, 2)
	d.Until("a time in which nothing is asked", func() bool { return sent(d, "GET") == 1 })
	for range 25 {
		k.Lost()
		if k.Of("tanks", tanks.Counters[0]) == nil || k.Of("tanks", tanks.Counters[2]) == nil {
			t.Fatal("one refusal has taken the symbols away")
		}
	}
	d.Quiet(100 * time.Millisecond)
	if n := sent(d, "GET"); n != 1 || k.Of("tanks", tanks.Counters[0]) == nil {
		t.Errorf("Discord was asked %d times", n)
	}
}

// TestNoEmojiWhileItIsNotKnownWhichThereAre: once one was refused and Discord does not say which
// there are, none is shown until it does.
func TestNoEmojiWhileItIsNotKnownWhichThereAre(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	k := keeper(1)
	defer keeping(d, k)()
	settles(t, d, k, 2)
	d.Refuse(func(q discordtest.Request) bool { return strings.HasPrefix(q.Operation, "GET ") }, http.StatusForbidden, 0)
	k.Lost()
	d.Until("no symbols", func() bool { return k.Of("tanks", tanks.Counters[0]) == nil })
	d.Refuse(nil, 0, 0)
	settles(t, d, k, 2)
}

// TestUndrawableEmojiAreSkipped: the others are there.
func TestUndrawableEmojiAreSkipped(t *testing.T) {
	d := discordtest.New(t, discordtest.Options{})
	k := keeper(1)
	draws := k.Paint
	k.Paint = func(w io.Writer, words *engine.Vocabulary, p engine.Piece) error {
		if p.Symbol == engine.AntiTank {
			return errors.New("no ink")
		}
		return draws(w, words, p)
	}
	defer keeping(d, k)()
	d.Until("the other emoji", func() bool { return k.Of("tanks", tanks.Counters[0]) != nil })
	if n := len(d.Emoji()); n != 1 || k.Of("tanks", tanks.Counters[2]) != nil {
		t.Errorf("%d were made", n)
	}
}

func TestNames(t *testing.T) {
	longest := look{"celles", "commons", engine.Infantry, 99}
	if p, err := longest.draw(nil, dots(1)); err != nil || len(p.name) > 32 {
		t.Errorf("%q: %v", p.name, err)
	}
	if _, err := (look{"celles", "commons", engine.Infantry, 100}).draw(nil, dots(1)); err == nil {
		t.Error("a name is longer than Discord allows")
	}
	if a, b := gamePart("panzer-leader"), gamePart("panzer-ladder"); a == b || len(a) > maxGame {
		t.Errorf("%q and %q", a, b)
	}
	for name, want := range map[string]string{
		"celles_axis_armour2_0a1b2c": "celles_axis_armour2", "g01ab_axis_recon0_0a1b2c": "g01ab_axis_recon0",
		"celles_axis_armour2": "", "wave": "", "celles_axis_armour2_0a1b2g": "", "longgame_axis_armour2_0a1b2c": "",
	} {
		if stem, _ := stemOf(name); stem != want {
			t.Errorf("the stem of %s is %q", name, stem)
		}
	}
}
