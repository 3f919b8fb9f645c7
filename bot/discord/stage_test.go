package discord

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/board/links"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/test/callpath"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var toyGame = referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}

// stage is a channel with people in it, over a referee with a store in a file.
type stage struct {
	t       testing.TB
	h       *Handlers
	store   *store.Store
	file    string
	games   []referee.Game
	channel wire.ID
	guild   wire.ID
	log     *slog.Logger // nil: nothing is logged
	dice    match.Roller // nil: seeded, from its beginning at each start
	random  *counting    // begins at each start, unless the stage is a copy
	at      time.Time
	locales map[string]string  // of people
	powers  map[string]int64   // of people
	roles   map[string]wire.ID // of people
	lacking int64              // permissions that the bot lacks
	uploads map[string]string  // files that people have, by name
	shown   map[string]wire.Message
	forms   map[string]*wire.Form // that people are shown
	board   wire.Message
	news    wire.Message    // the last
	asks    map[wire.ID]int // people who were called, by the decision up to which they were
	key     wire.Shown      // of the board
	closed  *wire.Message   // what the board before became; nil: it stayed as it was
	calls   int
	rooms   *rooms // nil: the channel alone is served
	out     strings.Builder
}

// stageWords are the words of all stages, which are read once.
var stageWords = command.NewLibrary(catalogued()...)

// everything is all that a bot may do.
const everything = 1<<63 - 1

func newStage(t testing.TB, games ...referee.Game) *stage {
	t.Helper()
	return newStageIn(t, t.TempDir(), games...)
}

// newStageIn is a stage with its files in a directory, which goes on with a store that is there.
func newStageIn(t testing.TB, dir string, games ...referee.Game) *stage {
	t.Helper()
	s := stageIn(t, dir, games...)
	t.Cleanup(func() {
		if err := errors.Join(s.store.Check(context.Background()), s.store.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// stageIn is a stage with its files in a directory. Whoever calls it closes the store.
func stageIn(t testing.TB, dir string, games ...referee.Game) *stage {
	t.Helper()
	if len(games) == 0 {
		games = []referee.Game{toyGame}
	}
	s := &stage{
		t: t, games: games, file: filepath.Join(dir, "referee.db"), channel: "100", guild: "1",
		locales: map[string]string{}, powers: map[string]int64{}, roles: map[string]wire.ID{}, uploads: map[string]string{}, shown: map[string]wire.Message{}, forms: map[string]*wire.Form{},
		at: time.UnixMilli(1_700_000_000_000),
	}
	s.start()
	return s
}

func (s *stage) start() {
	s.t.Helper()
	var err error
	if s.store, err = store.Open(s.t.Context(), s.file, store.Options{NoSync: true}); err != nil {
		s.t.Fatal(err)
	}
	s.random = &counting{}
	now := func() time.Time { callpath.Note(); return s.at }
	roller := s.dice
	if roller == nil {
		roller = dice.NewSeeded("stage")
	}
	log := cmp.Or(s.log, slog.New(slog.DiscardHandler))
	clubs, err := club.New(referee.Config{
		Games: s.games, Store: s.store, Dice: roller, Faults: filepath.Dir(s.file),
		Now: now, Log: slog.New(slog.DiscardHandler), Random: s.random,
	}, s.store.Leagues())
	if err != nil {
		s.t.Fatal(err)
	}
	s.h, err = newHandlers(s.t.Context(), command.Deps{Club: clubs, Paint: paintNothing, Animate: animateNothing, PaintCounter: paintPiece, Notes: s.store, Now: now, Themes: []string{"light", "dark"}, Log: log, Moderators: []string{"77"}, Judges: []string{"88"}}, stageWords)
	if err != nil {
		s.t.Fatal(err)
	}
}

// restart is the end of the process and its next start.
func (s *stage) restart() {
	s.t.Helper()
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.start()
	if s.rooms != nil {
		s.must(s.h.Referee.Schedule.Up(s.t.Context(), s.at))
	}
}

// counting is a source of bytes that is no secret.
type counting struct {
	mu sync.Mutex
	n  byte
}

func (c *counting) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range p {
		c.n += 37
		p[i] = c.n
	}
	return len(p), nil
}

// paintNothing says every message of a picture, and draws nothing.
func paintNothing(w io.Writer, p command.Picture) error {
	p.Say(p.View.Status)
	_, err := w.Write(nothing())
	return err
}

// paintPiece draws nothing of a counter.
func paintPiece(w io.Writer, _ *engine.Vocabulary, _ engine.Piece) error {
	_, err := w.Write(nothing())
	return err
}

// nothing is the smallest of pictures, made once: to make one takes longer than most
// of what is tested with it.
var nothing = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		panic(err)
	}
	return b.Bytes()
})

// animateNothing says every message of a replay, and draws nothing.
func animateNothing(w io.Writer, r command.Replay) error {
	for _, scene := range r.Scenes {
		for _, m := range scene.Change.Lines {
			r.Say(m)
		}
	}
	return gif.Encode(w, image.NewGray(image.Rect(0, 0, 1, 1)), nil)
}

// commandsOf are short forms as they are registered.
func commandsOf(short []wire.ShortForm) (out []*discordgo.ApplicationCommand) {
	for _, s := range short {
		out = append(out, s.ApplicationCommand)
	}
	return out
}

// inOthers is a text of a command in other languages.
func inOthers(text *map[discordgo.Locale]string) map[discordgo.Locale]string {
	if text == nil {
		return nil
	}
	return *text
}

// act is an interaction of a person. Their accounts are numbers.
func (s *stage) act(who string, kind discordgo.InteractionType) wire.Interaction {
	s.calls++
	lang := s.locales[who]
	if lang == "" {
		lang = "en-GB"
	}
	in := wire.Interaction{
		Kind: kind, ID: wire.ID(fmt.Sprint(1_000_000 + s.calls)), App: "9", Token: "token",
		Guild: s.guild, Channel: s.channel, User: wire.User{ID: userID(who), Name: who}, Locale: lang,
		Options: map[string]string{},
	}
	if n, err := strconv.Atoi(string(s.channel)); err == nil && n > 500 {
		in.InThread, in.Parent = true, "100"
	}
	if role := s.roles[who]; role != "" {
		in.Roles = []wire.ID{role}
	}
	in.Direct = s.guild == ""
	if s.guild != "" {
		in.MemberPermissions, in.AppPermissions = s.powers[who], everything&^s.lacking
	}
	return in
}

// userID is the number of a person.
func userID(who string) wire.ID {
	n := 0
	for _, r := range who {
		n = n*31 + int(r)
	}
	return wire.ID(fmt.Sprint(n))
}

// command gives a command as it is typed: "/match new side:red rounds:2".
func (s *stage) command(who, text string) wire.Response {
	in := s.act(who, discordgo.InteractionApplicationCommand)
	s.typed(&in, strings.NewReplacer("$match", s.match(), "$thread", s.matchAt("501")).Replace(text))
	return s.handle(who, in)
}

// typed reads a command as it is typed. A value reaches to the next option.
func (s *stage) typed(in *wire.Interaction, text string) {
	words := strings.Fields(strings.TrimPrefix(text, "/"))
	last := ""
	for i, w := range words {
		name, value, found := strings.Cut(w, ":")
		switch {
		case found:
			if chosen, ok := strings.CutPrefix(value, "@"); ok {
				value = string(userID(chosen))
				in.Chosen = map[wire.ID]wire.Chosen{wire.ID(value): {Name: chosen, Bot: chosen == "robot", Sees: chosen != "away"}}
			}
			in.Options[name], last = value, name
			if f, is := s.uploads[value]; is && name == "file" {
				in.Files = map[wire.ID]*discordgo.MessageAttachment{wire.ID(value): {ID: value, Filename: value, Size: len(f)}}
			}
		case last != "":
			in.Options[last] += " " + w
		case i < 2, i == 2 && slices.Contains([]string{"admin", "ask", "say", "pick"}, words[1]):
			in.Path = append(in.Path, w)
		}
	}
	in.Path = s.shownPath(in.Path)
}

// shownPath is what a person types for a command as a script has it, who is shown no short
// forms: "/move" is "/celles move".
func (s *stage) shownPath(p wire.Path) wire.Path {
	if s.guild != "" && s.isShort(p.Part(0)) {
		return p
	}
	played := ""
	if id, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf(s.channel), match.UnderWay); err == nil {
		if now, err := s.h.Referee.Snapshot(s.t.Context(), id); err == nil {
			played = now.Info().Game
		}
	}
	return s.h.Path(p, played)
}

// isShort reports whether a command is a short form.
func (s *stage) isShort(name string) bool {
	short, err := s.h.ShortCommands(s.guild)
	s.must(err)
	return slices.ContainsFunc(short, func(c wire.ShortForm) bool { return c.Name == name })
}

// press presses a button by its label, or chooses in a menu by the label of the
// option: on what the person was shown last, or else on the board.
func (s *stage) press(who, label string) (wire.Response, bool) {
	for i, m := range s.seen(who) {
		id, value, ok := find(m.Components, label)
		if !ok {
			continue
		}
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Path, _ = wire.ParsePath(id)
		if value != "" {
			in.Values = []string{value}
		}
		in.Ephemeral = i == 0
		return s.handle(who, in), true
	}
	return wire.Response{}, false
}

// seen are the messages on which somebody presses, the first first.
func (s *stage) seen(who string) []wire.Message {
	list := []wire.Message{s.shown[who], s.board, s.news}
	if s.rooms != nil {
		list = append(list, s.rooms.posted(s.channel)...)
	}
	return list
}

// match is the id of the match in channel 100.
func (s *stage) match() string { return s.matchAt("100") }

// matchAt is the id of the match under way in a channel; "" where there is none.
func (s *stage) matchAt(channel wire.ID) string {
	id, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf(channel), match.UnderWay)
	if err != nil {
		return ""
	}
	return string(id)
}

// find finds a button or an option by its label.
func find(list []wire.Component, label string) (id, value string, ok bool) {
	for _, c := range list {
		if c.Type == discordgo.ButtonComponent && c.Label == label {
			return c.CustomID, "", true
		}
		for _, o := range c.Options {
			if inMenu(o) == label {
				return c.CustomID, o.Value, true
			}
		}
		if id, value, ok = find(c.Components, label); ok {
			return id, value, true
		}
	}
	return "", "", false
}

func (s *stage) handle(who string, in wire.Interaction) wire.Response {
	s.t.Helper()
	defer s.checkViews(in)
	before := s.store.Reads()
	defer func() { s.checkReads(in, s.store.Reads()-before) }()
	r := s.h.Handle(s.t.Context(), in)
	if r.Kind == wire.LookUp {
		in.Found, before = &wire.Lookup{Roles: map[wire.ID]bool{"77": true, "88": true}}, s.store.Reads()
		if f := r.Question.File; f != nil {
			in.Found.File = []byte(s.uploads[f.Filename])
		}
		r = s.h.Handle(s.t.Context(), in)
	}
	s.checkReply(in, r)
	if r.Kind == wire.Ask {
		s.forms[who] = r.Form
	}
	if r.Kind == wire.Say || r.Kind == wire.Update {
		s.shown[who] = r.Message
		if r.Later != nil {
			if m := r.Later(drawing.Full); m != nil {
				s.checkMessage(m)
				s.shown[who] = *m
			}
		}
	}
	return r
}

// checkViews holds that what the match in the channel is shown by, which the snapshots of it
// share, is what the position and what is half built look like, and that nobody has changed it.
func (s *stage) checkViews(in wire.Interaction) {
	s.t.Helper()
	id, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf(s.channel), match.UnderWay)
	if err != nil {
		return // there is no match
	}
	now, err := s.h.Referee.Snapshot(s.t.Context(), id)
	s.must(err)
	pos := now.Match().Position()
	for _, seat := range append(slices.Clone(now.Info().Seats), engine.Seat(engine.Spectator)) {
		l, err := now.Look(s.t.Context(), engine.Viewer(seat))
		s.must(err)
		want := pos.View(engine.Viewer(seat))
		if l.Draft != nil {
			d, err := pos.Draft(l.Draft.Prompt, l.Draft.Path)
			s.must(err)
			if !slices.ContainsFunc(d.Events, func(e engine.Event) bool { return now.Match().VisibleTo(engine.Viewer(seat)).Reveals(e) }) {
				want = d.Position.View(engine.Viewer(seat))
			}
		}
		if !reflect.DeepEqual(l.View, want) {
			s.t.Errorf("after %v of %v %s is shown %+v, and not %+v", in.Kind, in.Path, seat, l.View, want)
		}
	}
}

// checkReads holds an interaction to the reading transactions of the store that it may
// take, its picture included: it enters its match once to read and once to write.
func (s *stage) checkReads(in wire.Interaction, reads int) {
	s.t.Helper()
	most := 0
	switch first := wire.Path(in.Path).Part(0); {
	case in.Kind == discordgo.InteractionApplicationCommand && len(in.Path) == 2 && slices.ContainsFunc(s.games, func(g referee.Game) bool { return g.ID == first && s.orders(g.ID, in.Path[1]) }):
		most = 8
	case in.Kind == discordgo.InteractionApplicationCommandAutocomplete:
		most = 3
	case in.Kind == discordgo.InteractionMessageComponent && first == "undo": // what is not free is said where it can be asked for
		most = 7
	case in.Kind == discordgo.InteractionMessageComponent && slices.Contains([]string{"pick", "page", "confirm", "back", "cancel"}, first):
		most = 6
	case in.Kind == discordgo.InteractionApplicationCommand && slices.ContainsFunc(s.games, func(g referee.Game) bool { return s.orders(g.ID, first) }):
		most = 8
	}
	if most > 0 && reads > most {
		s.t.Errorf("%v of %v takes %d reading transactions, more than %d", in.Kind, in.Path, reads, most)
	}
}

// orders reports whether a word is a verb of a game.
func (s *stage) orders(game, word string) bool {
	info, err := s.h.Referee.Games.Info(game)
	return err == nil && info.HasVerb(word)
}

// posts makes what the outbox holds, and the board.
func (s *stage) posts() (news []wire.Message, fresh, edited bool) {
	s.t.Helper()
	place := wire.PlaceOf(s.channel)
	posts, err := s.h.Referee.Outbox.Posts(s.t.Context(), place)
	s.must(err)
	var of match.ID
	var from, to int
	for _, p := range posts {
		m, err := s.h.News(s.t.Context(), place, p)
		s.must(err)
		if m != nil {
			s.checkMessage(m)
			s.checkFoot(m)
			news, s.news = append(news, *m), *m
			if _, seq := p.Match(); wire.OfMatch(p) {
				s.called(m.Mentions.Users, seq)
			}
		}
		s.must(s.h.Referee.Outbox.Posted(s.t.Context(), place, p))
		if wire.OfMatch(p) {
			of, to = p.Match()
			from = to
			if n, ok := p.What.(post.MatchNews); ok {
				from = n.From
			}
		}
	}
	if of == "" {
		return news, false, false
	}
	was := s.key
	if !strings.HasPrefix(was.Key, string(of)+" ") {
		was = wire.Shown{}
	}
	b := s.boardOf(place, of, was)
	fresh = b.Key != was.Key || slices.ContainsFunc(b.Message.Mentions.Users, func(u wire.ID) bool {
		seq, called := s.asks[u]
		return !called || b.Asked[u] > seq
	})
	if was.Over, was.Last = fresh, from; fresh {
		b = s.boardOf(place, of, was)
	}
	s.must(s.h.Referee.Schedule.Delivered(s.t.Context(), place, of, to, s.at))
	if b.StartsClock {
		b = s.boardOf(place, of, was)
	}
	s.checkFoot(&b.Message)
	edited = !fresh
	if s.closed = nil; fresh && was.Key != "" && b.Closes != nil {
		if c := b.Closes(was, b.Since); c != nil {
			s.closed = &c.Message
			s.checkMessage(s.closed)
			s.checkFoot(s.closed)
		}
	}
	s.asks = nil
	s.called(b.Message.Mentions.Users, 0)
	s.called(slices.Collect(maps.Keys(b.Asked)), b.Seq)
	s.key, s.board = wire.Shown{Key: b.Key, Since: b.Since}, b.Message
	s.must(s.store.PutNote(s.t.Context(), "board "+place, []byte(`{"match":"`+string(of)+`","board":"7700"}`)))
	return news, fresh, edited
}

// called notes that people were called, up to a decision.
func (s *stage) called(users []wire.ID, seq int) {
	if s.asks == nil {
		s.asks = map[wire.ID]int{}
	}
	for _, u := range users {
		s.asks[u] = seq
	}
}

// boardOf makes the board of a match, with its picture.
func (s *stage) boardOf(place string, of match.ID, shown wire.Shown) *wire.Board {
	s.t.Helper()
	b, err := s.h.Board(s.t.Context(), place, of, shown)
	s.must(err)
	s.checkMessage(&b.Message)
	if b.Draw != nil {
		if m := b.Draw(drawing.Full); m != nil {
			s.checkMessage(m)
			b.Message = *m
		}
	}
	return b
}

// checkFoot checks that a public post ends with the number and the head of a
// decision, as those who check records read them.
func (s *stage) checkFoot(m *wire.Message) {
	s.t.Helper()
	parts := inside(m.Components)
	last := parts[len(parts)-1].Content
	seen, err := match.ParseSeenHead(last[strings.LastIndexByte(last, ' ')+1:])
	if err != nil || seen.Seq == 0 {
		s.t.Errorf("a post ends with %q: %v", last, err)
	}
}

// unsigned is a beacon that brings every round, and no signature.
type unsigned struct{}

func (unsigned) Chain() beacon.Chain { return beacon.Quicknet() }

func (unsigned) Pulse(round uint64) (beacon.Pulse, error) { return beacon.Pulse{Round: round}, nil }

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// text is a message as a person reads it.
func text(m wire.Message) string {
	var b strings.Builder
	if len(m.Mentions.Roles) > 0 {
		fmt.Fprintf(&b, "(calls roles %v)\n", m.Mentions.Roles)
	}
	if len(m.Mentions.Users) > 0 {
		fmt.Fprintf(&b, "(calls %v)\n", m.Mentions.Users)
	}
	lines(&b, m.Components)
	return b.String()
}

// inside lists components with those that are in them, in the order in which they are read.
func inside(list []wire.Component) []wire.Component {
	var out []wire.Component
	for _, c := range list {
		out = append(append(out, c), inside(c.Components)...)
		if c.Accessory != nil {
			out = append(out, *c.Accessory)
		}
	}
	return out
}

// inMenu is an option of a menu with its second line.
func inMenu(o wire.SelectOption) string {
	if o.Description == "" {
		return o.Label
	}
	return o.Label + " · " + o.Description
}

func lines(b *strings.Builder, list []wire.Component) {
	for _, c := range list {
		switch c.Type {
		case discordgo.TextDisplayComponent:
			b.WriteString(c.Content + "\n")
		case discordgo.MediaGalleryComponent:
			fmt.Fprintf(b, "(picture: %s)\n", c.Items[0].Description)
		case discordgo.SectionComponent:
			fmt.Fprintf(b, "(beside: %s)\n", c.Accessory.Description)
			lines(b, c.Components)
		case discordgo.FileComponentType:
			fmt.Fprintf(b, "(file: %s)\n", c.File.URL)
		case discordgo.ActionsRowComponent:
			var parts []string
			for _, p := range c.Components {
				if p.Type == discordgo.ButtonComponent {
					parts = append(parts, "["+p.Label+"]")
					continue
				}
				var options []string
				for _, o := range p.Options {
					options = append(options, inMenu(o))
				}
				parts = append(parts, "{"+p.Placeholder+": "+strings.Join(options, " | ")+"}")
			}
			b.WriteString(strings.Join(parts, " ") + "\n")
		default:
			lines(b, c.Components)
		}
	}
}

// play plays a script: lines "ann> /command", "ann> [button]", "ann? /command"
// with what is being typed last, or "# set-up". The rest of the file is what is
// to come out, which -update rewrites, with the labels of buttons.
func (s *stage) play(script string) string {
	s.t.Helper()
	all := strings.Split(script, "\n")
	for i, line := range all {
		who, text, asks := strings.Cut(line, "? ")
		if asks && isPerson(who) {
			fmt.Fprintln(&s.out, line)
			s.complete(who, text)
			continue
		}
		if set, ok := strings.CutPrefix(line, "# "); ok {
			fmt.Fprintln(&s.out, line)
			s.set(set)
			continue
		}
		if who, what, ok := actIn(line); ok {
			if *update {
				what = s.reworded(who, what, all[:i])
			}
			fmt.Fprintf(&s.out, "%s> %s\n", who, what)
			s.does(who, what)
		}
	}
	return s.out.String()
}

// actIn reads who does what in a line of a script; false where nobody does anything.
func actIn(line string) (who, what string, ok bool) {
	who, what, ok = strings.Cut(line, "> ")
	return who, what, ok && isPerson(who)
}

// isPerson reports whether a word at the beginning of a line is somebody's name.
func isPerson(w string) bool { return w != "" && !strings.ContainsAny(w, " /[:.") && len(w) < 8 }

// set changes the stage: "ann locale fr", "ann power 16", "channel 200", "guild",
// "lacks 2048", "restart", "backup", "restore", "proven" and "beacon" dice, "file NAME" with its lines, between them |; "later 60" seconds, or
// "later 36h" an hour at a time, with what is due in it.
func (s *stage) set(line string) {
	f := strings.Fields(line)
	number := func(w string) int64 {
		n, err := strconv.ParseInt(w, 10, 64)
		s.must(err)
		return n
	}
	switch {
	case len(f) == 3 && f[1] == "locale":
		s.locales[f[0]] = f[2]
	case len(f) == 3 && f[1] == "power":
		s.powers[f[0]] = number(f[2])
	case len(f) == 2 && f[0] == "channel":
		s.channel = wire.ID(f[1])
	case len(f) == 2 && f[0] == "guild":
		s.guild = wire.ID(strings.TrimSuffix(f[1], "none"))
	case len(f) == 2 && f[0] == "lacks":
		s.lacking = number(f[1])
	case len(f) == 2 && f[0] == "later" && strings.HasSuffix(f[1], "h"):
		s.later(f[1])
	case line == "restart":
		s.restart()
	case line == "backup":
		s.backup()
	case line == "restore":
		s.restore()
	case line == "rooms":
		s.withRooms()
	case line == "browsers":
		s.h.Browsers = links.New(links.Config{
			Store: s.store.Board(), Matches: s.h.Referee, Site: "https://referee.example.org", Now: func() time.Time { return s.at }, Random: &counting{}, Log: slog.New(slog.DiscardHandler),
		})
	case len(f) > 2 && f[0] == "file":
		s.uploads[f[1]] = strings.ReplaceAll(strings.Join(f[2:], " "), "|", "\n") + "\n"
	case len(f) == 3 && f[1] == "role":
		s.roles[f[0]] = wire.ID(f[2])
	case line == "proven":
		s.dice = dice.NewServer(clubKey)
		s.restart()
	case line == "beacon":
		s.dice = dice.NewServer(clubKey).WithBeacon(unsigned{}, 10*time.Second)
		s.restart()
	case len(f) == 2 && f[0] == "later":
		s.at = s.at.Add(time.Duration(number(f[1])) * time.Second)
		s.must(errors.Join(s.h.Referee.Schedule.Up(s.t.Context(), s.at), s.h.Referee.Schedule.RunDue(s.t.Context(), s.at)))
		s.heard()
	}
}

func (s *stage) does(who, what string) {
	s.t.Helper()
	if !strings.HasPrefix(what, "fill ") {
		delete(s.forms, who)
	}
	if label, ok := strings.CutPrefix(what, "["); ok {
		if _, found := s.press(who, strings.TrimSuffix(label, "]")); !found {
			fmt.Fprintf(&s.out, "  (there is no %s)\n", what)
			return
		}
	} else if what, ok := strings.CutPrefix(what, "fill "); ok {
		if s.forms[who] == nil {
			fmt.Fprintln(&s.out, "  (there is no form)")
			return
		}
		s.fill(who, what)
	} else {
		s.command(who, what)
	}
	if s.forms[who] != nil {
		s.write("  ", formText(s.forms[who]))
	} else {
		s.write("  ", text(s.shown[who]))
		for _, f := range s.shown[who].Files {
			if strings.HasSuffix(f.Name, ".zip") {
				n, err := checkArchive(f.Body)
				s.must(err)
				fmt.Fprintf(&s.out, "  (verified: %d matches)\n", n)
			}
		}
	}
	s.heard()
}

// heard writes what is new in the channel, or in all rooms.
func (s *stage) heard() {
	s.t.Helper()
	s.think()
	if s.rooms != nil {
		s.rooms.serve(s)
		return
	}
	news, fresh, edited := s.posts()
	for _, m := range news {
		s.write("  || ", text(m))
	}
	switch {
	case fresh:
		if s.closed != nil {
			s.write("  |C| ", text(*s.closed))
		}
		s.write("  |B| ", text(s.board))
	case edited:
		fmt.Fprintln(&s.out, "  |B| (edited)")
	}
}

// think has the programs of all matches answer, as a process does beside all else.
func (s *stage) think() {
	s.t.Helper()
	if !slices.ContainsFunc(s.games, func(g referee.Game) bool { return len(g.Players) > 0 }) {
		return
	}
	list, err := s.h.Referee.Index.Matches(s.t.Context())
	s.must(err)
	for _, m := range list {
		_, _, err := s.h.Referee.Programs.Think(s.t.Context(), m.ID)
		s.must(err)
	}
}

// later lets time pass, an hour at a time, with what is due and sent in it.
func (s *stage) later(how string) {
	s.t.Helper()
	d, err := time.ParseDuration(how)
	s.must(err)
	s.must(s.h.Referee.Schedule.Up(s.t.Context(), s.at))
	for end := s.at.Add(d); s.at.Before(end); {
		s.at = s.at.Add(min(time.Hour, end.Sub(s.at)))
		s.must(s.h.Referee.Schedule.RunDue(s.t.Context(), s.at))
		s.heard()
		s.letters()
	}
}

// letters writes what is sent to one person alone.
func (s *stage) letters() {
	s.t.Helper()
	places, err := s.h.Referee.Outbox.Places(s.t.Context())
	s.must(err)
	for _, place := range slices.Sorted(maps.Keys(places)) {
		account, ok := post.DMAccount(place)
		if !ok {
			continue
		}
		posts, err := s.h.Referee.Outbox.Posts(s.t.Context(), place)
		s.must(err)
		for _, p := range posts {
			m, err := s.h.News(s.t.Context(), place, p)
			s.must(err)
			if m != nil {
				s.checkMessage(m)
				user, _ := wire.UserOf(account)
				s.write("  @"+string(user)+" ", text(*m))
			}
			s.must(s.h.Referee.Outbox.Posted(s.t.Context(), place, p))
		}
	}
}

func (s *stage) complete(who, what string) {
	in := s.act(who, discordgo.InteractionApplicationCommandAutocomplete)
	s.typed(&in, what)
	in.Focused = strings.TrimSpace(what)
	in.Focused = in.Focused[strings.LastIndexByte(in.Focused[:strings.LastIndexByte(in.Focused, ':')], ' ')+1 : strings.LastIndexByte(in.Focused, ':')]
	if strings.HasSuffix(what, "_") {
		in.Options[in.Focused] = strings.TrimSuffix(in.Options[in.Focused], "_") + ""
	}
	for _, c := range s.handle(who, in).Choices {
		fmt.Fprintf(&s.out, "  %s → %s\n", c.Name, c.Value)
	}
}

func (s *stage) write(indent, text string) {
	for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		fmt.Fprintln(&s.out, strings.TrimRight(indent+l, " "))
	}
}
