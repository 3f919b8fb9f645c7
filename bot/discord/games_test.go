package discord

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine"
)

// twin is the toy under another name, which says something else of itself.
func twin(id string, changed func(info *engine.Info, words map[string][]string)) referee.Game {
	return twinOf(toyGame, id, changed)
}

// twinOf is a game under another name, which says something else of itself.
func twinOf(of referee.Game, id string, changed func(info *engine.Info, words map[string][]string)) referee.Game {
	return referee.Game{ID: id, Law: of.Law, Data: of.Data, Open: func(data fs.FS, law int) (engine.Game, error) {
		g, err := of.Open(data, law)
		if err != nil {
			return nil, err
		}
		info, words, files := *g.Info(), map[string][]string{}, fstest.MapFS{}
		info.Game, info.Title = id, strings.ToUpper(id)
		info.Verbs, info.Queries, info.Options = slices.Clone(info.Verbs), slices.Clone(info.Queries), slices.Clone(info.Options)
		changed(&info, words)
		for _, lang := range locale.Languages {
			text, err := fs.ReadFile(info.Catalogues, lang+".toml")
			if err != nil {
				return nil, err
			}
			lines := slices.DeleteFunc(strings.Split(string(text), "\n"), func(line string) bool {
				key, _, _ := strings.Cut(strings.TrimPrefix(line, `"`), `"`)
				return words[key] != nil
			})
			for key, says := range words {
				lines = append([]string{fmt.Sprintf("%q = %q", key, says[min(len(says)-1, slices.Index(locale.Languages, lang))])}, lines...)
			}
			files[lang+".toml"] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
		}
		info.Catalogues = files
		return renamed{g, &info}, nil
	}}
}

// renamed is a game that says something else of itself.
type renamed struct {
	engine.Game
	info *engine.Info
}

func (n renamed) Info() *engine.Info { return n.info }

// mirror has a query that is called as a verb of the toy is, and a verb as its query is, and an
// option that means something else.
var mirror = twin("mirror", func(info *engine.Info, words map[string][]string) {
	march := info.Verbs[1]
	march.Name = "reach"
	info.Verbs[1] = march
	info.Queries = []engine.QueryInfo{{Name: "march", Args: []engine.QueryArg{{Name: "hex", Kind: "hex"}}}}
	info.Options = append([]engine.SetupOption{{ID: "rounds", Values: []string{"2", "9"}, Default: "9"}}, info.Options[1:]...)
	words["verb.reach"], words["setup.rounds"], words["setup.rounds.9"] = []string{"Go as far as can be."}, []string{"Length"}, []string{"9 rounds"}
	words["query.march"] = []string{"Where units could march to."}
	words["command.stay"] = []string{"stay", "marcher", "quedarse"} // as the toy calls march
})

// TestGamesThatShareWords: what is typed in a channel is read by the game that is played there, also
// where it is an order of one game and a question of another.
func TestGamesThatShareWords(t *testing.T) {
	for _, order := range [][]referee.Game{{toyGame, mirror}, {mirror, toyGame}} {
		s := newStage(t, order...)
		s.command("ann", "/match new game:toy side:red weather:off")
		s.command("ben", "/match join")
		s.command("ann", "/plan plan:march")
		s.command("ben", "/plan plan:hold")
		s.channel = "200"
		s.command("cat", "/match new game:mirror side:red weather:off")
		s.command("dan", "/match join")
		for _, c := range []struct{ channel, who, path, want string }{
			{"100", "ann", "reach", "Red A can reach"},
			{"100", "ann", "toy/ask/reach", "Red A can reach"},
			{"100", "ann", "mirror/reach", say("discord.other-game", engine.Text("game", "Three Hexes"), engine.Text("command", "toy"))},
			{"100", "ann", "mirror/ask/march", say("discord.other-game", engine.Text("game", "Three Hexes"), engine.Text("command", "toy"))},
			{"100", "ann", "march", "which units march"},
			{"200", "cat", "march", "referee.query.wants"}, // it is a question
			{"200", "cat", "mirror/ask/march", "referee.query.wants"},
			{"200", "cat", "reach", "referee.order.not-now"},
			{"200", "cat", "mirror/reach", "referee.order.not-now"},
			{"200", "cat", "toy/march", say("discord.other-game", engine.Text("game", "MIRROR"), engine.Text("command", "mirror"))},
			{"200", "cat", "toy/ask/reach", say("discord.other-game", engine.Text("game", "MIRROR"), engine.Text("command", "mirror"))},
		} {
			in := s.act(c.who, discordgo.InteractionApplicationCommand)
			in.Channel, in.Path, in.Options["unit"] = wire.ID(c.channel), strings.Split(c.path, "/"), "red-a"
			s.channel = in.Channel
			if c.path == "march" && c.channel == "100" {
				delete(in.Options, "unit")
			}
			if got := text(s.handle(c.who, in).Message); !tells(got, c.want) {
				t.Errorf("%s at %s is answered\n%s\nwant %q", c.path, c.channel, got, c.want)
			}
		}
		for path, want := range map[string]string{"march mirror": "mirror/ask/march", "march toy": "toy/march", "reach mirror": "mirror/reach", "reach toy": "toy/ask/reach"} {
			word, game, _ := strings.Cut(path, " ")
			if got := strings.Join(s.h.Path(wire.Path{word}, game), "/"); got != want {
				t.Errorf("/%s of %s is %s, want %s", word, game, got, want)
			}
		}
	}
}

// TestOptionsOfSeveralGames: games share what is called alike, and what not all have says whose it is; a
// value of another game is refused, and so is what the game chosen does not have, before anything is opened.
func TestOptionsOfSeveralGames(t *testing.T) {
	s := newStage(t, toyGame, mirror)
	commands, err := s.h.Commands()
	s.must(err)
	i := slices.IndexFunc(commands, func(c *discordgo.ApplicationCommand) bool { return c.Name == "match" })
	opens := commands[i].Options[slices.IndexFunc(commands[i].Options, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == "new" })]
	rounds := opens.Options[slices.IndexFunc(opens.Options, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == "rounds" })]
	if rounds.Description != "Three Hexes: Rounds · MIRROR: Length" {
		t.Errorf("rounds are described as %q", rounds.Description)
	}
	var choices []string
	for _, c := range rounds.Choices {
		choices = append(choices, c.Name)
	}
	if got := strings.Join(choices, " | "); got != "2 rounds | Three Hexes: 3 rounds | Three Hexes: 5 rounds | MIRROR: 9 rounds" {
		t.Errorf("rounds are offered as %s", got)
	}
	short, err := s.h.ShortCommands("")
	s.must(err)
	for _, c := range short {
		if c.Name == "march" && (c.Description != "Three Hexes: March with units of one hex. · MIRROR: Where units could march to." || len(c.Options) < 2) {
			t.Errorf("/march is described as %q, with %d options", c.Description, len(c.Options))
		}
	}
	for text, want := range map[string]string{
		"/match new game:mirror rounds:5": say("discord.other-setup", engine.Text("game", "MIRROR"), engine.Text("option", "rounds"), engine.Text("value", "5")),
		"/match new rounds:9":             say("discord.other-setup", engine.Text("game", "Three Hexes"), engine.Text("option", "rounds"), engine.Text("value", "9")),
	} {
		if got := textOf(s.command("ann", text)); !strings.Contains(got, want) {
			t.Errorf("%s is answered\n%s", text, got)
		}
	}
	if s.match() != "" {
		t.Error("a match was opened")
	}
}

// TestOptionsWithoutAPlaceAreTyped: what there is no room for among the options of a command is proposed in one for the rest, one
// after the other, and obeyed as the others are; what is no option of the game is refused.
func TestOptionsWithoutAPlaceAreTyped(t *testing.T) {
	s := newStage(t, toyGame)
	proposed := func(options map[string]string) []string {
		in := s.act("ann", discordgo.InteractionApplicationCommandAutocomplete)
		in.Path, in.Options, in.Focused = wire.Path{"match", "new"}, options, "options"
		var out []string
		for _, c := range s.handle("ann", in).Choices {
			out = append(out, c.Value.(string))
		}
		return out
	}
	if got := proposed(map[string]string{"options": ""}); !slices.Contains(got, "weather:off") || !slices.Contains(got, "rounds:2") {
		t.Errorf("first is proposed %v", got)
	}
	got := proposed(map[string]string{"options": "weather:off rou", "traps": "on"})
	if len(got) == 0 || slices.ContainsFunc(got, func(v string) bool { return !strings.HasPrefix(v, "weather:off rounds:") }) {
		t.Errorf("then is proposed %v", got)
	}
	for text, want := range map[string]string{
		"/match new side:red options:weather:off tide:high": say("discord.other-setup", engine.Text("game", "Three Hexes"), engine.Text("option", "tide"), engine.Text("value", "high")),
		"/match new side:red options:weather":               say("discord.other-setup", engine.Text("game", "Three Hexes"), engine.Text("option", "weather"), engine.Text("value", "")),
	} {
		in := s.act("ann", discordgo.InteractionApplicationCommand)
		_, given, _ := strings.Cut(text, "options:")
		in.Path, in.Options["side"], in.Options["options"] = wire.Path{"match", "new"}, "red", given
		if got := textOf(s.handle("ann", in)); !strings.Contains(got, want) || s.match() != "" {
			t.Errorf("%s is answered\n%s", text, got)
		}
	}
	in := s.act("ann", discordgo.InteractionApplicationCommand)
	in.Path, in.Options["side"], in.Options["options"] = wire.Path{"match", "new"}, "red", "weather:off rounds:2"
	s.handle("ann", in)
	if setup := look(s).Setup; setup["weather"] != "off" || setup["rounds"] != "2" {
		t.Errorf("the match has %v", setup)
	}
}

// textOf is a reply as a person reads it.
func textOf(r wire.Response) string { return text(r.Message) }

// many has more of everything than Discord takes.
func many(id string) referee.Game {
	return twin(id, func(info *engine.Info, words map[string][]string) {
		long := strings.Repeat("word ", 30)
		for i := range 60 {
			verb, query := fmt.Sprintf("%s-do-%d", id, i), fmt.Sprintf("%s-see-%d", id, i)
			v := engine.Verb{Name: verb, Example: verb, Kinds: []string{"march"}}
			q := engine.QueryInfo{Name: query}
			for j := range 12 + 20*(i%2) {
				kind := engine.WordKind(fmt.Sprintf("kind%d", j))
				v.Slots, q.Args = append(v.Slots, engine.Slot{Arg: kind}), append(q.Args, engine.QueryArg{Name: string(kind), Kind: kind})
				words["word."+string(kind)] = []string{long}
			}
			info.Verbs, info.Queries = append(info.Verbs, v), append(info.Queries, q)
			words["verb."+verb], words["query."+query] = []string{long}, []string{long}
			words["command."+verb], words["command."+query] = []string{verb, "même", "mismo"}, []string{query, "même", "mismo"}
			o := engine.SetupOption{ID: fmt.Sprintf("%s-option-%d", id, i), Default: "v0"}
			if i < 3 {
				o.ID = fmt.Sprintf("option-%d", i) // which all have
			}
			words["setup."+o.ID], words["argument."+o.ID] = []string{"What it is."}, []string{o.ID, "pareil", "igual"}
			for j := range 3 + 20*(i%2) {
				value := fmt.Sprintf("v%d", j)
				o.Values, words["setup."+o.ID+"."+value] = append(o.Values, value), []string{fmt.Sprintf("The value %d of %s", j, o.ID)}
			}
			if i == 1 {
				o.Values, words["setup.option-1."+id] = append(o.Values, id, "w1", "w2"), []string{"That of " + id}
				words["setup.option-1.w1"], words["setup.option-1.w2"] = []string{"One"}, []string{"Two"}
			}
			info.Options = append(info.Options, o)
		}
	})
}

// TestManyGamesAreWithinLimits: with games that have more of everything than Discord takes, what is
// registered is taken all the same, in a server that has the short forms beside the commands, too. What an option
// cannot list is proposed.
func TestManyGamesAreWithinLimits(t *testing.T) {
	t.Parallel()
	games := []referee.Game{toyGame, many("a"), many("b"), many("c"), mirror}
	s := newStage(t, games...)
	commands, err := s.h.Commands()
	s.must(err)
	s.must(s.h.Servers.Change(s.t.Context(), wire.HomeOf(s.guild), func(now *command.Server) { now.Short = "yes" }))
	short, err := s.h.ShortCommands(s.guild)
	s.must(err)
	if len(short) < 20 {
		t.Errorf("only %d short forms", len(short))
	}
	body, err := json.Marshal(slices.Concat(commands, commandsOf(short)))
	s.must(err)
	var list []discordtest.Command
	s.must(json.Unmarshal(body, &list))
	s.must(discordtest.CheckCommands(list))
	for _, g := range games {
		if g.ID != "toy" && !has(commands, g.ID+" ask") {
			t.Errorf("nothing can be asked of %s", g.ID)
		}
	}
	for _, path := range []string{"a a-do-0", "a ask a-see-0", "toy march", "mirror ask march"} {
		if !has(commands, path) {
			t.Errorf("there is no /%s", path)
		}
	}
	in := s.act("ann", discordgo.InteractionApplicationCommandAutocomplete)
	in.Path, in.Options, in.Focused = wire.Path{"match", "new"}, map[string]string{"game": "b", "option-1": "that"}, "option-1"
	if got := s.handle("ann", in).Choices; len(got) != 1 || got[0].Value != "b" {
		t.Errorf("proposed is %v", got)
	}
	for name, text := range map[string]string{"help": "/help", "orders": "/help word:a-do-3", "rules": "/rules", "open": "/match new game:c side:red"} {
		if got := textOf(s.command("ann", text)); strings.Contains(got, "[") && strings.Contains(got, "no text") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if s.match() == "" {
		t.Error("no match of the last game was opened")
	}
}
