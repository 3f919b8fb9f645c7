package referee_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/engine/play"
	"referee/store"
)

var soak = flag.Bool("soak", false, "run the whole soak: 300 matches for a month")

// world is a referee whose matches are played by synthetic players, minute by
// minute, with a twin that says what should be heard when.
type world struct {
	t       *testing.T
	rand    *rand.Rand
	random  *rand.ChaCha8 // ids and salts
	dice    *dice.Seeded
	start   time.Time
	minute  int
	file    string
	wrap    func(*store.Store) referee.Store // nil: the store itself
	store   *store.Store
	ref     *referee.Referee
	up      bool
	backAt  int // the minute at which an outage ends
	crashed bool
	souls   []*soul
	tables  []*table
	byID    map[match.ID]*table
	seen    map[string]uint64 // the last post at a place that was looked at
	want    expectations
	got     expectations
	expired map[match.ID][]post.MatchNews // in this minute
	faults  []string

	heard, expiries, outages, restarts, opened, pauses, vacations, snoozes, undone, thoughts int
}

var soakZones = []string{
	"Europe/Paris", "America/New_York", "Australia/Sydney", "Asia/Tokyo", "Australia/Lord_Howe", "UTC",
}

// soakClocks are the clocks of the matches, one after the other.
var soakClocks = []string{
	"limit 20h grace 2h remind 50 80 then remind",
	"reserve 3d +6h cap 4d grace 1h remind 33 66 90 vacation 9 then caretaker",
	"limit 1d12h remind 75 then loss",
	"reserve 2d +3h remind 50 then adjudicate",
	"limit 8h grace 30m remind 50 then caretaker",
	"none",
	"limit 9h grace 40m remind 50 then caretaker recruit",
}

func newWorld(t *testing.T, start time.Time, seed uint64, matches int, wrap func(*store.Store) referee.Store) *world {
	w := &world{
		t: t, rand: rand.New(rand.NewPCG(seed, 1)), random: rand.NewChaCha8([32]byte{byte(seed)}), dice: dice.NewSeeded("soak"), start: start, wrap: wrap,
		file: filepath.Join(t.TempDir(), "soak.db"), byID: map[match.ID]*table{}, seen: map[string]uint64{}, want: expectations{}, got: expectations{},
	}
	w.begin()
	w.must(w.ref.Schedule.Up(t.Context(), w.now()))
	w.up = true
	w.people(max(8, matches/4))
	for i := range matches {
		w.tables = append(w.tables, w.open(i))
	}
	return w
}

func (w *world) now() time.Time { return w.start.Add(time.Duration(w.minute) * time.Minute) }

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("minute %d: %v", w.minute, err)
	}
}

func (w *world) begin() {
	var err error
	w.store, err = store.Open(w.t.Context(), w.file, store.Options{NoSync: true})
	w.must(err)
	var s referee.Store = w.store
	if w.wrap != nil {
		s = w.wrap(w.store)
	}
	game := toyGame
	game.Players = play.Roster{play.Recruit(nil)}
	w.ref, err = referee.New(referee.Config{
		Games: []referee.Game{game}, Store: s, Dice: w.dice, Faults: w.t.TempDir(),
		Now: w.now, Random: w.random, Log: slog.New(slog.DiscardHandler), Keep: 1000,
	})
	w.must(err)
}

// people makes the players, and what they have chosen.
func (w *world) people(n int) {
	for i := range n {
		z, err := time.LoadLocation(soakZones[i%len(soakZones)])
		w.must(err)
		s := &soul{
			account: fmt.Sprint("soak:", i), zone: z, digest: i%5 == 3, awake: true, woke: -1, digested: -1,
			where: []schedule.Where{schedule.InChannel, schedule.InChannel, schedule.ByLetter, schedule.Quiet, schedule.InChannel}[w.rand.IntN(5)],
		}
		if i%7 != 0 {
			s.sleep.From = (21*60 + w.rand.IntN(300)) % (24 * 60)
			s.sleep.To = (s.sleep.From + 300 + w.rand.IntN(300)) % (24 * 60)
		}
		w.must(w.ref.Schedule.Prefer(w.t.Context(), s.account, schedule.Preferences{
			Zone: z.String(), Sleep: s.sleep.String(), Where: s.where, Digest: s.digest,
		}))
		s.look(w.now().Add(-time.Minute), -1)
		w.souls = append(w.souls, s)
	}
}

// open opens match i with two players, at a place of its own.
func (w *world) open(i int) *table {
	w.opened++
	text := soakClocks[i%len(soakClocks)]
	s, err := clock.Parse(text)
	w.must(err)
	g := &table{place: fmt.Sprint("place ", i), settings: s}
	r, err := w.ref.Open(w.t.Context(), referee.Command{Account: "soak", Door: "soak"}, referee.Opening{
		Setup: engine.Setup{"rounds": "5"}, Place: g.place, Settings: map[string]string{schedule.SettingClock: text},
	})
	w.must(err)
	g.id = r.Match
	w.byID[g.id] = g
	n := len(w.souls)
	for p := 1; p <= 2; p++ {
		g.turns[p].player = match.Player(p)
		g.turns[p].soul = w.souls[(i*3+(p-1)*(1+i%(n-1)))%n]
		_, err := w.ref.Join(w.t.Context(), w.command(g, p))
		w.must(err)
	}
	w.took(g, 2, nil, false)
	return g
}

var soakSeats = [3]engine.Seat{1: "red", 2: "blue"}

func (w *world) command(g *table, p int) referee.Command {
	return referee.Command{Match: g.id, Seat: soakSeats[p], Account: g.turns[p].soul.account, Door: "soak"}
}

// took takes in what a command of a player led to.
func (w *world) took(g *table, by match.Player, lines []referee.Line, back bool) {
	l, err := refereetest.Current(w.t.Context(), w.ref, g.id).Look(w.t.Context(), engine.Spectator)
	w.must(err)
	w.takes(g, by, l, lines, back)
}

func (w *world) takes(g *table, by match.Player, l referee.Look, lines []referee.Line, back bool) {
	for p := 1; p <= 2; p++ {
		for _, line := range lines {
			if line.Seat == soakSeats[p] && !strings.HasPrefix(line.Said.Key, "referee.") {
				g.turns[p].acted = true
			}
		}
	}
	waited := map[match.Player]bool{}
	for _, a := range l.Asks {
		for p := 1; p <= 2; p++ {
			if a.Seat == soakSeats[p] {
				waited[match.Player(p)] = true
			}
		}
	}
	if g.over = l.Ending != nil; g.over {
		g.ended(by, w.want)
	}
	g.handed(by, waited, w.minute, back, w.want, w.rand)
}

// run lets so many days pass, but stops where enough says so of the faults.
func (w *world) run(days int, enough func(faults []string) bool) {
	for ; w.minute < days*24*60; w.minute++ {
		w.expired = map[match.ID][]post.MatchNews{}
		w.connect()
		for _, s := range w.souls {
			s.look(w.now(), w.minute)
		}
		w.digests()
		if w.rings() {
			w.must(w.ref.Schedule.RunDue(w.t.Context(), w.now()))
		}
		if w.up {
			w.news()
			w.expire()
			w.think()
			w.news()
			w.stays()
			w.compare()
			w.disconnect()
		}
		if enough(w.faults) {
			return
		}
		if w.up {
			w.play()
			w.news()
			w.deliver()
		}
		w.compare()
		for _, g := range w.tables {
			g.pass(w.minute, w.up)
		}
	}
}

// signOfLife is how often, in minutes, the timer rings with nothing to do.
const signOfLife = 5

// rings reports whether the timer rings.
func (w *world) rings() bool {
	if !w.up || w.minute%signOfLife == 0 {
		return true
	}
	at, ok, err := w.store.NextDue(w.t.Context())
	w.must(err)
	return ok && at <= w.now().UnixMilli()
}

// connect ends an outage whose time has come.
func (w *world) connect() {
	if w.up || w.minute < w.backAt {
		return
	}
	if w.crashed {
		w.begin()
		w.crashed = false
	}
	w.must(w.ref.Schedule.Up(w.t.Context(), w.now()))
	w.up = true
}

// disconnect begins an outage every other day: the line fails, the process ends,
// or first the one and then the other.
func (w *world) disconnect() {
	if w.minute%signOfLife != 0 || w.minute != 2000 && w.rand.IntN(2*24*60/signOfLife) > 0 {
		return
	}
	w.outages++
	w.up, w.backAt = false, w.minute+1+w.rand.IntN(10*60)
	kind := w.rand.IntN(3)
	if kind != 0 {
		w.must(w.ref.Schedule.Down(w.t.Context(), w.now()))
	}
	if kind != 1 {
		w.restarts++
		w.must(w.store.Close())
		w.crashed = true
		if kind == 0 || w.rand.IntN(2) == 0 { // it comes up at once, and cannot reach anybody
			w.begin()
			w.crashed = false
		}
	}
}

// digests says which digests are due.
func (w *world) digests() {
	if !w.up {
		return
	}
	for _, s := range w.souls {
		if !s.digest || s.where == schedule.Quiet {
			continue
		}
		due := slices.ContainsFunc(w.tables, func(g *table) bool {
			return slices.ContainsFunc(g.turns[1:], func(u turn) bool {
				return u.soul == s && u.waited && max(u.asked, s.digested) < s.woke
			})
		})
		if due {
			s.digested = w.minute
			w.want.add("digest %s", s.account)
		}
	}
}

// news looks at what has come into the outbox.
func (w *world) news() {
	places, err := w.ref.Outbox.Places(w.t.Context())
	w.must(err)
	for _, place := range slices.Sorted(maps.Keys(places)) {
		posts, err := w.ref.Outbox.Posts(w.t.Context(), place)
		w.must(err)
		for _, p := range posts {
			if p.No > w.seen[place] {
				w.seen[place] = p.No
				w.hear(p)
			}
		}
	}
}

func (w *world) hear(p post.Post) {
	if call, ok := p.What.(post.Call); ok {
		w.heard++
		if call.Kind == post.CallDigest {
			w.got.add("digest %s", call.Account)
		} else {
			w.got.add("%s %s %s", call.Kind, call.Match, call.Account)
		}
		return
	}
	n, ok := p.What.(post.MatchNews)
	if !ok {
		return
	}
	lines, err := refereetest.Current(w.t.Context(), w.ref, n.Match).Lines(engine.Spectator, n.From, n.To)
	w.must(err)
	for _, l := range lines {
		if strings.HasPrefix(l.Said.Key, "referee.told.expire-") {
			w.expiries++
			w.got.add("expire %s", n.Match)
			w.expired[n.Match] = append(w.expired[n.Match], n)
		}
	}
}

// expire says which reminders and ends are due, one end after the other, as the
// next may hang on it.
func (w *world) expire() {
	for _, g := range w.tables {
		for g.due(w.minute, w.want) {
			posts := w.expired[g.id]
			if len(posts) == 0 {
				break // it did not come: that is told by compare
			}
			w.expired[g.id] = posts[1:]
			l, err := refereetest.Current(w.t.Context(), w.ref, g.id).LookAt(w.t.Context(), engine.Spectator, posts[0].To)
			w.must(err)
			lines, err := refereetest.Current(w.t.Context(), w.ref, g.id).Lines(engine.Spectator, posts[0].From, posts[0].To)
			w.must(err)
			w.takes(g, 0, l, lines, false)
		}
	}
}

// think has programs answer for whom time is up.
func (w *world) think() {
	due, err := w.store.Due(w.t.Context(), w.now().UnixMilli())
	w.must(err)
	for _, d := range due {
		if d.Name != "program" {
			continue
		}
		r, thought, err := w.ref.Programs.Think(context.Background(), d.Match)
		w.must(err)
		if !thought {
			continue
		}
		w.thoughts++
		l, err := r.Now.Look(w.t.Context(), engine.Spectator)
		w.must(err)
		w.takes(w.byID[d.Match], 0, l, r.Lines, false)
	}
}

// stays checks that nothing is left that is due.
func (w *world) stays() {
	at, ok, err := w.store.NextDue(w.t.Context())
	w.must(err)
	if ok && at <= w.now().UnixMilli() {
		w.fault("something stays due")
	}
}

func (w *world) fault(format string, args ...any) {
	w.faults = append(w.faults, fmt.Sprintf("%s (minute %d): ", w.now().Format(time.RFC3339), w.minute)+fmt.Sprintf(format, args...))
}

// compare compares what was heard since the last time with what should be.
func (w *world) compare() {
	keys := maps.Clone(w.want)
	maps.Copy(keys, w.got)
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		if w.want[k] != w.got[k] {
			w.fault("%s: %d times, want %d", k, w.got[k], w.want[k])
		}
	}
	clear(w.want)
	clear(w.got)
}

// deliver sends what waits, but where a place takes no posts.
func (w *world) deliver() {
	places, err := w.ref.Outbox.Places(w.t.Context())
	w.must(err)
	for _, place := range slices.Sorted(maps.Keys(places)) {
		posts, err := w.ref.Outbox.Posts(w.t.Context(), place)
		w.must(err)
		for _, p := range posts {
			id, _ := p.Match()
			g := w.byID[id]
			if g.place == place && g.deafTo > w.minute {
				break
			}
			w.send(g, place, p)
			w.must(w.ref.Outbox.Posted(w.t.Context(), place, p))
		}
	}
}

// send checks a call as it is sent, or says that news have arrived.
func (w *world) send(g *table, place string, p post.Post) {
	call, ok := p.What.(post.Call)
	if !ok {
		id, seq := p.Match()
		w.must(w.ref.Schedule.Delivered(w.t.Context(), place, id, seq, w.now()))
		for i := range g.turns {
			g.turns[i].knows = g.turns[i].knows || g.turns[i].waited && !g.paused
		}
		return
	}
	c, ok, err := w.ref.Schedule.Called(w.t.Context(), call)
	w.must(err)
	if call.Kind == post.CallDigest {
		for _, x := range c.Waits {
			w.isWaited(x.Match, call.Account, true)
		}
		return
	}
	if call.Kind == post.CallOver {
		if !ok || !g.over {
			w.fault("%s is told that match %s is over: %v", call.Account, g.id, g.over)
		}
		return
	}
	if u := g.turns[call.Player]; ok && (!u.waited || u.soul.account != call.Account) {
		w.fault("%s is called to match %s, which does not wait for him", call.Account, g.id)
	}
}

func (w *world) isWaited(id match.ID, account string, want bool) {
	g := w.byID[id]
	got := slices.ContainsFunc(g.turns[1:], func(u turn) bool { return u.soul.account == account && u.waited })
	if got != want {
		w.fault("match %s waits for %s: %v", id, account, got)
	}
}

// play lets everybody do what he does in this minute.
func (w *world) play() {
	for i, g := range w.tables {
		if g.over {
			if g.deafTo <= w.minute {
				w.tables[i] = w.open(i)
			}
			continue
		}
		if g.deafTo <= w.minute && w.rand.IntN(20*24*60) == 0 {
			g.deafTo = w.minute + w.rand.IntN(24*60)
		}
		w.conduct(i, g)
		for p := 1; p <= 2; p++ {
			u := &g.turns[p]
			if !u.waited || !u.knows || !u.soul.awake {
				continue
			}
			if u.think == 0 {
				w.answer(g, p)
			} else if u.sent > 0 && u.snooze < w.minute && w.rand.IntN(3000) == 0 {
				until, err := w.ref.Schedule.Snooze(w.t.Context(), u.soul.account, g.id)
				w.must(err)
				w.snoozes++
				u.snooze = int(until.Sub(w.start) / time.Minute)
			}
		}
	}
}

// conduct lets some players pause, and some take a vacation.
func (w *world) conduct(i int, g *table) {
	switch {
	case i%10 == 3 && !g.paused && w.rand.IntN(6*24*60) == 0:
		_, err := w.ref.Pause(w.t.Context(), w.command(g, 1), time.Time{})
		w.must(err)
		_, err = w.ref.Accept(w.t.Context(), w.command(g, 2), match.NewSettings)
		w.must(err)
		g.paused = true
		w.pauses++
		for p := range g.turns {
			g.turns[p].knows = false
		}
	case g.paused && w.rand.IntN(24*60) == 0:
		_, err := w.ref.Unpause(w.t.Context(), w.command(g, 2))
		w.must(err)
		g.paused = false
	case g.settings.Vacation > 0 && g.turns[1].awayOff == 0 && w.rand.IntN(4*24*60) == 0:
		u := &g.turns[1]
		first := w.now().In(u.soul.zone).AddDate(0, 0, 1).Format(time.DateOnly)
		last := w.now().In(u.soul.zone).AddDate(0, 0, 3).Format(time.DateOnly)
		v, err := clock.ParseVacation(first + ".." + last)
		w.must(err)
		_, err = w.ref.Vacation(w.t.Context(), w.command(g, 1), v)
		w.must(err)
		w.vacations++
		win := v.Window(u.soul.zone)
		u.awayOff, u.awayTo = int(win.From.Sub(w.start)/time.Minute), int(win.To.Sub(w.start)/time.Minute)
	}
}

// answer lets a player answer until somebody else is waited for; at times he
// takes the last answer back.
func (w *world) answer(g *table, p int) {
	c := w.command(g, p)
	for g.turns[p].waited && !g.over {
		l, err := refereetest.Current(w.t.Context(), w.ref, g.id).Look(w.t.Context(), engine.Viewer(c.Seat))
		w.must(err)
		i := slices.IndexFunc(l.Asks, func(a referee.Ask) bool { return a.Seat == c.Seat })
		if i < 0 {
			w.fault("match %s does not wait for player %d", g.id, p)
			return
		}
		var path []string
		for {
			node, err := refereetest.Current(w.t.Context(), w.ref, c.Match).Options(w.t.Context(), c, l.Asks[i].Prompt, path)
			w.must(err)
			if node.Done {
				break
			}
			path = append(path, node.Options[w.rand.IntN(len(node.Options))].ID)
		}
		r, err := w.ref.Answer(w.t.Context(), c, l.Asks[i].Prompt, path)
		w.must(err)
		w.took(g, match.Player(p), r.Lines, false)
	}
	if g.over || w.rand.IntN(10) > 0 {
		return
	}
	switch _, err := w.ref.Undo(w.t.Context(), c); {
	case errors.Is(err, match.ErrUndo):
	default:
		w.must(err)
		w.undone++
		w.took(g, match.Player(p), nil, true)
	}
}

// quiet reports whether something that is to be tested has not happened yet.
func (w *world) quiet() bool {
	return w.heard == 0 || w.expiries == 0 || w.outages == 0 || w.thoughts == 0
}

// end checks the store, and ends.
func (w *world) end() {
	if w.crashed {
		return
	}
	w.must(errors.Join(w.store.Check(w.t.Context()), w.store.Close()))
}

// TestSoak plays matches for weeks, with outages and restarts, and compares
// every reminder, digest and end with a twin that counts minutes.
func TestSoak(t *testing.T) {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	// Paris goes forward the next night, Sydney and Lord Howe go back on the 5th.
	start, matches, days := time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC), 12, 9
	if *soak {
		start, matches, days = time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC), 300, 31 // New York goes forward, too
	} else if testing.Short() {
		matches, days = 8, 4
	}
	w := newWorld(t, start, s, matches, nil)
	enough := func(faults []string) bool { return len(faults) >= 20 }
	w.run(days, enough)
	// With some seeds few days pass without an end of time: such a world goes on.
	for most := 4 * days; w.quiet() && days < most; {
		days++
		w.run(days, enough)
	}
	w.end()
	for _, f := range w.faults {
		t.Error(f)
	}
	t.Logf("%d matches in %d days: %d calls, %d times up, %d outages, %d restarts, %d pauses, %d vacations, %d put off, %d taken back, %d thoughts",
		w.opened, days, w.heard, w.expiries, w.outages, w.restarts, w.pauses, w.vacations, w.snoozes, w.undone, w.thoughts)
	if w.quiet() {
		t.Error("too little happened")
	}
}
