package discord

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/authoritytest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestAuthority tries every cell of the table of docs/data/permissions.csv: each act by each
// kind of person, from each kind of place. What is refused says why, and has changed
// nothing.
func TestAuthority(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, row := range authoritytest.Read(t, "../../docs/data/permissions.csv", authoritytest.Columns) {
		act, known := acts[row.Name()]
		if !known || seen[row.Name()] {
			t.Errorf("row %q is not known here, or stands twice", row.Name())
			continue
		}
		seen[row.Name()] = true
		for _, who := range authoritytest.Columns[:len(people)] {
			t.Run(row.Name()+"/"+who, func(t *testing.T) {
				t.Parallel()
				cell(t, act, who, row.Cells[who])
			})
		}
	}
	for name := range acts {
		if !seen[name] {
			t.Errorf("the table lacks %q", name)
		}
	}
}

// cell tries one cell: from all places where it is refused, and from each where it is
// not in a match of its own.
func cell(t *testing.T, act attempt, who, says string) {
	says, why, _ := strings.Cut(says, ": ")
	allowed, known := map[string][]string{
		"no": {}, "home": {"here", "near"}, "servers": {"here", "near", "far"}, "anywhere": {"here", "near", "far", "direct"},
		"asks": {"near", "far"},
	}[says]
	if !known || (says == "no") != (reasons[why] != nil) {
		t.Fatalf("the cell says %q: %q", says, why)
	}
	tried := []string{"here", "near", "far", "direct"}
	if act.moves {
		tried = tried[1:]
	} else if says == "asks" {
		allowed = tried
	}
	s := newScene(t, act, who)
	for _, place := range tried {
		if slices.Contains(allowed, place) {
			continue
		}
		before := s.state(t.Context())
		said := s.tries(act, who, place)
		if now := s.state(t.Context()); now != before {
			t.Errorf("from %s it changed\n%s\nto\n%s", place, before, now)
		}
		want := reasons["elsewhere"]
		if why != "" && (place == "here" || act.moves && place == "near") {
			want = reasons[why]
		}
		if !slices.ContainsFunc(want, func(key string) bool { return tells(said, key) }) {
			t.Errorf("from %s: want %q, said\n%s", place, want, said)
		}
	}
	for _, place := range tried {
		if !slices.Contains(allowed, place) {
			continue
		}
		s := newScene(t, act, who)
		before := s.state(t.Context())
		said := s.tries(act, who, place)
		now := s.state(t.Context())
		if changed := now.done != before.done || strings.Contains(said, secret); changed != (says != "asks") {
			t.Errorf("from %s it changed %t, from\n%v\nto\n%v\nsaid %s", place, changed, before, now, said)
		}
		if says == "asks" && now.asks == before.asks {
			t.Errorf("from %s nobody was asked: %s", place, said)
		}
	}
}

// reasons are keys of what a refusal says, of which one is enough. From elsewhere all will do:
// somebody who holds nothing there is told so first.
var reasons = map[string][]string{
	"role":   {"referee.refuse.moderator", "referee.refuse.judge", "referee.refuse.organiser", "referee.refuse.league-moves"},
	"own":    {"referee.refuse.own", "referee.refuse.own-case"},
	"seat":   {"discord.not-seated", "discord.browser-no-spectators"},
	"begun":  {"discord.started"},
	"league": {"referee.refuse.seats", "referee.refuse.no-abandon", "referee.refuse.fixed"},
	"played": {"referee.refuse.played"},
	"stands": {"referee.refuse.league-stands"},
	"rests":  {"referee.refuse.league-rests"},
	"read":   {"referee.refuse.read"},
}

func init() {
	all := []string{
		"referee.refuse.elsewhere", "discord.league.unknown", "discord.league.guild-only", "discord.setup.guild-only", "discord.judges.guild-only",
		"discord.guild-only",
	}
	for _, texts := range reasons {
		all = append(all, texts...)
	}
	reasons["elsewhere"] = all
}

// people do what a column says, by their names.
var people = map[string]string{
	"stranger": "cat", "player": "ann", "moderator": "mod", "judge": "judy", "organiser": "olga",
	"plays": "ann", "has played": "dan", "was erased": "dan", "has read": "rex",
}

// secret stands in what a judge alone reads.
const secret = "plans: rush"

// attempt is how an act is done: as a command or a button that is confirmed.
type attempt struct {
	league  bool
	asked   bool // judges are asked
	result  bool // the league's match has one
	free    bool // a seat is
	moves   bool // at its own place it is nothing
	back    bool // the store was restored from a backup
	kind    discordgo.InteractionType
	path    func(s *scene) wire.Path
	options map[string]string
}

func given(p wire.Path, options map[string]string) attempt {
	return attempt{kind: discordgo.InteractionApplicationCommand, path: func(*scene) wire.Path { return p }, options: options}
}

func matchButton(what string, more ...string) attempt {
	return attempt{kind: discordgo.InteractionMessageComponent, path: func(s *scene) wire.Path {
		return slices.Concat(wire.Path(strings.Split(what, "/")), wire.Path{string(s.id)}, more)
	}}
}

func leagueButton(what string, more ...string) attempt {
	a := attempt{kind: discordgo.InteractionMessageComponent, league: true, path: func(s *scene) wire.Path {
		return slices.Concat(wire.Path(strings.Split(what, "/")), wire.Path{s.league}, more)
	}}
	return a
}

func (a attempt) but(change func(a *attempt)) attempt { change(&a); return a }

func whenAsked(a attempt) attempt { a.asked = true; return a }
func whenBack(a attempt) attempt  { a.back = true; return a }
func inLeague(a attempt) attempt  { a.league = true; return a }

var acts = actsOf(context.Background())

func actsOf(ctx context.Context) map[string]attempt {
	out := map[string]attempt{}
	undo := func(back int) attempt {
		return attempt{kind: discordgo.InteractionMessageComponent, league: true, path: func(s *scene) wire.Path {
			return wire.Path{"league", "admin", "undo", s.league, strconv.Itoa(s.seq(ctx, back)), "yes"}
		}}
	}
	rule := attempt{kind: discordgo.InteractionModalSubmit, asked: true, options: map[string]string{"reason": "So."}, path: func(s *scene) wire.Path {
		return wire.Path{"rule", string(s.id), strconv.Itoa(s.plan), string(match.Upheld), "yes"}
	}}
	onMatch := map[string]attempt{
		"take-back": matchButton("moderate/rewind", "4", "yes"),
		"unseat":    matchButton("moderate/free-side", "blue", "yes"),
		"abandon":   matchButton("moderate/abandon", "yes"),
		"settings":  given(wire.Path{"match", "settings"}, map[string]string{"match": "$id", "language": "es"}),
		"clock":     given(wire.Path{"clock", "set"}, map[string]string{"match": "$id", "time": "limit 1h then loss"}),
		"appeal": matchButton("appeal", "yes").but(func(a *attempt) {
			a.kind, a.options = discordgo.InteractionModalSubmit, map[string]string{"statement": "No."}
		}),
		"read-case": whenAsked(matchButton("case")),
		"rule":      rule,
		"join":      matchButton("match/join", "blue").but(func(a *attempt) { a.free = true }),
		"move":      given(wire.Path{"match", "move"}, map[string]string{"match": "$id"}).but(func(a *attempt) { a.moves = true }),
		"go-on":     whenBack(given(wire.Path{"match", "go-on"}, map[string]string{"match": "$id"})),
	}
	onMatch["browse"] = matchButton("board")
	for name, a := range onMatch {
		out[name+" casual"], out[name+" league"] = a, inLeague(a).but(func(a *attempt) { a.free = false })
	}
	maps.Copy(out, map[string]attempt{
		"report league":         leagueButton("league/report", "1", "zoe", "forfeit", "", "yes").but(func(a *attempt) { a.path = reportPath }),
		"correct league":        leagueButton("league/admin/correct", "1", "draw", "", "", "yes").but(func(a *attempt) { a.result = true }),
		"adjudicate league":     leagueButton("league/admin/adjudicate", "1", "draw", "", "yes"),
		"substitute league":     leagueButton("league/admin/substitute", "1", "5", string(userID("ivy")), "yes"),
		"withdraw league":       leagueButton("league/withdraw", "5", "yes"),
		"undo-result league":    undo(0).but(func(a *attempt) { a.result = true }),
		"undo-pairing league":   undo(1),
		"amend the league":      inLeague(given(wire.Path{"league", "admin", "amend"}, map[string]string{"league": "Winter", "slots": "2"})),
		"block the league":      inLeague(given(wire.Path{"league", "block"}, map[string]string{"league": "Winter", "player": "zoe", "other": "yan"})),
		"announce the league":   inLeague(given(wire.Path{"league", "admin", "announce"}, map[string]string{"league": "Winter"})).but(func(a *attempt) { a.moves = true }),
		"share-page the league": inLeague(given(wire.Path{"league-admin", "page"}, map[string]string{"league": "Winter"})).but(func(a *attempt) { a.moves = true }),
		"go-on the league":      whenBack(leagueButton("league/admin/go-on", "yes")),
		"finish the league":     leagueButton("league/admin/finish", "yes"),
		"found a new league":    given(wire.Path{"league", "create"}, map[string]string{"name": "Cup", "format": "ladder"}),
	})
	return out
}

func reportPath(s *scene) wire.Path {
	return wire.Path{"league", "report", s.league, "1", "draw", "", "", "yes"}
}

// scene is a match under way in which blue has made a secret plan, casual or of a
// league, with everybody who is to try something.
type scene struct {
	*stage
	id     match.ID
	league string
	pairs  int // the decision of the league by which its matches began
	plan   int // the decision of the match that is the plan
	here   wire.ID
}

// setting is what a scene begins with, of all that an act and who tries it want.
type setting struct {
	league, free, asked, result bool // of the act
	powerful                    bool // who plays, played or read has the powers and roles of all others
	replaced                    bool // dan has played
	read                        bool // rex has read the case
	erased                      bool // dan was erased
}

// newScene is a scene for an act and who tries it. Each setting is prepared once, and copied.
func newScene(t *testing.T, act attempt, who string) *scene {
	t.Helper()
	set := setting{
		league: act.league, free: act.free, asked: act.asked || who == "has read", result: act.result,
		powerful: who != "player", replaced: who == "has played" || who == "was erased", read: who == "has read", erased: who == "was erased",
	}
	ruled := set.read && !act.asked
	key := fmt.Sprint(set, ruled)
	once, _ := prepared.LoadOrStore(key, sync.OnceValue(func() *copied { return copyOf(prepare(t, set, ruled)) }))
	s := once.(func() *copied)().scene(t)
	if act.back {
		s.backup()
		s.restore()
	}
	return s
}

// prepared holds what was prepared: functions that return a *copied, by setting.
var prepared sync.Map

// copied is a scene with the file of its store. Nothing changes it.
type copied struct {
	of    scene
	rooms rooms
	drawn byte
	file  []byte
}

func copyOf(s *scene) *copied {
	s.backup()
	file, err := os.ReadFile(s.file + ".backup")
	s.must(err)
	return &copied{*s, *s.rooms, s.random.n, file}
}

// scene is a copy that goes on where the scene was, as after a new start.
func (c *copied) scene(t *testing.T) *scene {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "referee.db"), c.file, 0o600); err != nil {
		t.Fatal(err)
	}
	s := c.of
	s.stage = newStageIn(t, dir)
	from := c.of.stage
	s.at, s.calls, s.random.n = from.at, from.calls, c.drawn
	s.powers, s.roles, s.shown, s.asks = maps.Clone(from.powers), maps.Clone(from.roles), maps.Clone(from.shown), maps.Clone(from.asks)
	s.board, s.news, s.key, s.closed = from.board, from.news, from.key, from.closed
	s.set("browsers")
	s.withRooms()
	s.rooms.next, s.rooms.said = c.rooms.next, slices.Clone(c.rooms.said)
	s.rooms.boards, s.forms = maps.Clone(c.rooms.boards), maps.Clone(from.forms)
	return &s
}

// prepare plays up to where the act is tried.
func prepare(t *testing.T, set setting, ruled bool) *scene {
	t.Helper()
	s := &scene{stage: newStage(t), here: "100"}
	s.set("browsers")
	s.withRooms()
	for _, x := range []string{"ann", "dan", "rex"} {
		if set.powerful {
			s.powers[x], s.roles[x] = discordgo.PermissionManageChannels|discordgo.PermissionManageGuild, "88"
		}
	}
	s.powers["mod"], s.powers["olga"], s.powers["org"] = discordgo.PermissionManageChannels, discordgo.PermissionManageGuild, discordgo.PermissionManageGuild
	s.roles["judy"], s.roles["jim"] = "88", "88"
	red := "ann"
	if set.replaced {
		red = "dan"
	}
	if set.league {
		s.openLeague(t.Context(), red)
	} else {
		s.openCasual(red)
	}
	s.setPlan(t.Context())
	if set.replaced {
		s.replace(set.league)
	}
	if set.asked {
		s.appeals()
	}
	if set.read {
		s.as("rex", discordgo.InteractionMessageComponent, wire.Path{"case", string(s.id)}, nil)
	}
	if ruled {
		s.as("jim", discordgo.InteractionModalSubmit, wire.Path{"rule", string(s.id), strconv.Itoa(s.plan), string(match.Upheld), "yes"}, map[string]string{"reason": "So."})
	}
	if set.free {
		s.as("ben", discordgo.InteractionMessageComponent, wire.Path{"match", "leave", string(s.id)}, nil)
	}
	if set.result {
		s.as("org", discordgo.InteractionMessageComponent, reportPath(s), nil)
	}
	if set.erased {
		s.as("dan", discordgo.InteractionMessageComponent, wire.Path{"privacy", "yes", "yes"}, nil)
	}
	s.rooms.serve(s.stage)
	return s
}

func (s *scene) openCasual(red string) {
	s.command(red, "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	s.id = match.ID(s.match())
}

// openLeague begins a league in which match 1 is that of red and ben.
func (s *scene) openLeague(ctx context.Context, red string) {
	s.command("org", "/league create name:Winter format:round-robin rounds:2 weather:off")
	for _, x := range []string{red, "zoe", "yan", "ben"} {
		s.command(x, "/league join")
	}
	leagues, err := s.h.Club.Leagues.At(ctx, "discord:1")
	s.must(err)
	s.league = string(leagues[0].ID)
	s.as("org", discordgo.InteractionMessageComponent, wire.Path{"league", "start", s.league, "as-joined", "yes"}, nil)
	s.rooms.serve(s.stage)
	s.pairs = s.seq(ctx, 0)
	s.here = "501"
	s.id = match.ID(s.matchAt("501"))
}

// setPlan has blue make a plan that nobody else may know.
func (s *scene) setPlan(ctx context.Context) {
	s.as("ben", discordgo.InteractionApplicationCommand, wire.Path{"choose"}, map[string]string{"match": string(s.id), "order": "plan rush 1"})
	l, err := refereetest.Current(ctx, s.h.Referee, s.id).Look(ctx, engine.Judge)
	s.must(err)
	s.plan = l.Seq
	if len(l.Asks) != 1 {
		s.t.Fatalf("blue has made no plan: %s", text(s.shown["ben"]))
	}
}

// replace has ann play instead of dan.
func (s *scene) replace(league bool) {
	if league {
		in := s.act("org", discordgo.InteractionMessageComponent)
		in.Path, in.Chosen = wire.Path{"league", "admin", "substitute", s.league, "1", "2", string(userID("ann")), "yes"}, map[wire.ID]wire.Chosen{userID("ann"): {Name: "ann"}}
		s.handle("org", in)
		s.rooms.serve(s.stage)
		return
	}
	s.as("dan", discordgo.InteractionMessageComponent, wire.Path{"match", "leave", string(s.id)}, nil)
	s.as("ann", discordgo.InteractionMessageComponent, wire.Path{"match", "join", string(s.id), "red"}, nil)
}

// appeals has ben ask the judges about their plan.
func (s *scene) appeals() {
	s.as("ben", discordgo.InteractionModalSubmit, wire.Path{"appeal", string(s.id), "yes"}, map[string]string{"decisions": strconv.Itoa(s.plan), "statement": "Hm."})
	s.rooms.serve(s.stage)
}

// as does something where the match is played.
func (s *scene) as(who string, kind discordgo.InteractionType, way wire.Path, options map[string]string) string {
	s.t.Helper()
	s.channel = s.here
	defer func() { s.channel = "100" }()
	in := s.act(who, kind)
	in.Path = way
	for k, v := range options {
		in.Options[k] = strings.ReplaceAll(v, "$id", string(s.id))
	}
	return text(s.handle(who, in).Message)
}

// tries does an act from a place, and says what was answered.
func (s *scene) tries(act attempt, who, place string) string {
	s.t.Helper()
	here, guild := s.here, s.guild
	defer func() { s.here, s.guild = here, guild }()
	switch place {
	case "near":
		s.here = "200"
	case "far":
		s.here, s.guild = "300", "2"
	case "direct":
		s.here, s.guild = "400", ""
	}
	return s.as(people[who], act.kind, act.path(s), act.options)
}

// seq is the decision of the league that is so many before the last result, if there
// is one, or the pairing; 0 back is the last.
func (s *scene) seq(ctx context.Context, back int) int {
	if back > 0 {
		return s.pairs
	}
	leagues, err := s.h.Club.Leagues.At(ctx, "discord:1")
	s.must(err)
	return leagues[0].Seq
}

// state is all that an act could change: what is done, and who is asked.
type state struct{ done, asks string }

func (s *scene) state(ctx context.Context) state {
	s.t.Helper()
	l, err := refereetest.Current(ctx, s.h.Referee, s.id).Look(ctx, engine.Judge)
	s.must(err)
	at, err := s.store.Summary(ctx, s.id)
	s.must(err)
	links, _, err := s.store.Board().After(ctx, "link ", "", 0)
	s.must(err)
	pages, _, err := s.store.Board().After(ctx, "share ", "", 0)
	s.must(err)
	out := state{asks: fmt.Sprint(l.Seq, l.Head, l.Moving)}
	out.done = fmt.Sprint(len(links), len(pages), at.Place, at.Home, at.Over, l.Appealed, l.Sitting, l.Settings, l.Restored == nil, s.last(ctx, l))
	for _, home := range []string{"discord:1", "discord:2"} {
		leagues, err := s.h.Club.Leagues.At(ctx, home)
		s.must(err)
		for _, card := range leagues {
			out.done += fmt.Sprintln(card.ID, card.Seq, card.Head, card.Place, card.Over)
		}
	}
	return out
}

// last is the position and how often it was ruled on.
func (s *scene) last(ctx context.Context, l referee.Look) string {
	cases, err := s.h.Club.Judges.Cases(ctx, s.id)
	s.must(err)
	return fmt.Sprint(len(l.Asks), len(cases), l.Ending != nil)
}
