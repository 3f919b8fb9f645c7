package discord

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/club"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/lists"
	"referee/engine/match"
	"referee/engine/notary"
)

// rooms are the threads of a stage, which its channel is joined by as they are
// made, and what was posted in all of them.
type rooms struct {
	next   int
	boards map[string]wire.Board
	said   []wire.Message // the latest last
}

// withRooms makes the stage serve every place, and let leagues hear of their
// matches at once.
func (s *stage) withRooms() {
	s.must(s.h.Referee.Schedule.Up(s.t.Context(), s.at))
	s.rooms = &rooms{next: 500, boards: map[string]wire.Board{}}
}

// serve posts what waits anywhere, until nothing does.
func (r *rooms) serve(s *stage) {
	s.t.Helper()
	for range 20 {
		s.must(s.h.Referee.Schedule.RunDue(s.t.Context(), s.at))
		places, err := s.h.Referee.Outbox.Places(s.t.Context())
		s.must(err)
		if len(places) == 0 {
			return
		}
		for _, place := range slices.Sorted(maps.Keys(places)) {
			r.servePlace(s, place)
		}
	}
	s.t.Fatal("there is always something to post")
}

func (r *rooms) servePlace(s *stage, place string) {
	s.t.Helper()
	posts, err := s.h.Referee.Outbox.Posts(s.t.Context(), place)
	s.must(err)
	var last *post.Post
	for _, p := range posts {
		at := r.room(s, place, p)
		m, err := s.h.News(s.t.Context(), place, p)
		s.must(err)
		if m != nil {
			s.checkMessage(m)
			r.said = append(r.said, *m)
			s.write("  ["+at+"] ", text(*m))
		}
		s.must(s.h.Referee.Outbox.Posted(s.t.Context(), place, p))
		if wire.OfMatch(p) {
			last = &p
		}
	}
	if last == nil {
		return
	}
	id, seq := last.Match()
	b := s.boardOf(place, id, wire.Shown{})
	at, _ := wire.ChannelOf(place)
	if old := r.boards[place]; old.Key == b.Key {
		fmt.Fprintf(&s.out, "  [%s B] (edited)\n", at)
	} else {
		s.write("  ["+string(at)+" B] ", text(b.Message))
	}
	r.boards[place] = *b
	s.must(s.h.Referee.Schedule.Delivered(s.t.Context(), place, id, seq, s.at))
}

// room is where a post is told, after its thread is made.
func (r *rooms) room(s *stage, place string, p post.Post) string {
	s.t.Helper()
	at, _ := wire.ChannelOf(place)
	room, err := s.h.Thread(s.t.Context(), place, p)
	s.must(err)
	if room == nil {
		return string(at)
	}
	if n := units(room.Name); room.ID == "" && (n < 1 || n > 100) {
		s.t.Errorf("thread %q", room.Name)
	}
	if room.ID != "" {
		return string(room.ID)
	}
	if room.Parent != "" {
		at = room.Parent
	}
	r.next++
	id := wire.ID(fmt.Sprint(r.next))
	if room.Message != nil {
		s.checkMessage(room.Message)
		s.write("  ["+string(at)+"] ", text(*room.Message))
		fmt.Fprintf(&s.out, "  [%s] (thread %s: %s)\n", at, id, room.Name)
	} else {
		fmt.Fprintf(&s.out, "  [%s] (private thread %s: %s)\n", at, id, room.Name)
	}
	s.must(s.h.ThreadMade(s.t.Context(), place, p, id))
	return string(id)
}

// posted are the messages that anybody may press a button of, the latest first.
func (r *rooms) posted(channel wire.ID) []wire.Message {
	out := []wire.Message{r.boards[wire.PlaceOf(channel)].Message}
	for _, m := range slices.Backward(r.said) {
		out = append(out, m)
	}
	return out
}

// fill fills in the form that somebody is shown: "fill reason:No. rules:8.4".
func (s *stage) fill(who, text string) wire.Response {
	s.t.Helper()
	f := s.forms[who]
	if f == nil {
		s.t.Fatalf("%s is shown no form to fill in with %s", who, text)
	}
	in := s.act(who, discordgo.InteractionModalSubmit)
	s.typed(&in, text)
	in.Path, _ = wire.ParsePath(f.ID)
	for _, x := range f.Fields {
		c := x.Component
		value, given := in.Options[c.CustomID]
		if !given {
			value = begins(c)
			in.Options[c.CustomID] = value
		}
		if c.Required != nil && *c.Required && value == "" {
			s.t.Fatalf("%s is to fill in %s", who, c.CustomID)
		}
	}
	delete(s.forms, who)
	return s.handle(who, in)
}

// begins is what stands in a field of a form before anybody touches it.
func begins(c *wire.Component) string {
	if c.Type == wire.TypeCheckbox {
		return map[bool]string{true: "yes", false: "no"}[c.Checked]
	}
	ids := lists.Map(c.Selected, func(s wire.Selected) string { return s.ID })
	for _, o := range c.Options {
		if o.Default {
			ids = append(ids, o.Value)
		}
	}
	return c.Value + strings.Join(ids, " ")
}

// checkArchive checks a league that somebody is given as a file, as whoever unpacks
// it can. It returns how many matches hold.
func checkArchive(body []byte) (int, error) {
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return 0, err
	}
	return club.Verifier{
		Open: func(o match.Opening, data match.Data) (engine.Game, error) {
			if o.Game == notaryGame.ID {
				return notary.Open(data, o.Law)
			}
			return toy.Open(data, o.Law)
		},
		Roll: dice.Check,
	}.League(z)
}

// formText is a form as a person reads it.
func formText(f *wire.Form) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(form) %s\n", f.Title)
	for _, x := range f.Fields {
		value := begins(x.Component)
		var options []string
		for _, o := range x.Component.Options {
			options = append(options, strings.TrimSuffix(" | "+o.Label+"="+o.Value+" · "+o.Description, " · "))
		}
		fmt.Fprintf(&b, "%s [%s: %s%s] %s\n", x.Label, x.Component.CustomID, value, strings.Join(options, ""), x.Description)
	}
	return b.String()
}

// checkForm checks a form against the limits of Discord.
func (s *stage) checkForm(f *wire.Form) {
	s.t.Helper()
	v := &inspector{ids: map[string]bool{}}
	v.within("title", f.Title, 1, 45)
	v.within("id", f.ID, 1, 100)
	if _, err := wire.ParsePath(f.ID); err != nil {
		v.fault("id %q: %v", f.ID, err)
	}
	if n := len(f.Fields); n < 1 || n > 5 {
		v.fault("%d fields", n)
	}
	for _, x := range f.Fields {
		v.within("label", x.Label, 1, 45)
		v.within("help", x.Description, 0, 100)
		v.within("name", x.Component.CustomID, 1, 100)
		if x.Component.Type == discordgo.TextInputComponent {
			v.within("value", x.Component.Value, 0, x.Component.MaxLength)
		}
		if x.Component.Type == discordgo.SelectMenuComponent || x.Component.Type == wire.TypeRadios {
			v.menu(*x.Component)
		}
	}
	for _, fault := range v.faults {
		s.t.Errorf("form: %s", fault)
	}
}
