package command

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/typed"
	"referee/engine"
)

// Setups adds the options that games offer when a match is opened, named as arguments are.
// Games with an option of one name share it, with the values of all of them; what not all
// games have says whose it is. Those for which there is no room are typed in one option, setupsOption.
func Setups(h *Handlers, d Describer, before []*discordgo.ApplicationCommandOption) []*discordgo.ApplicationCommandOption {
	out, room, names := before, maxSetups, h.setupNames()
	for i, name := range names {
		o, ok := h.setup(name)
		if !ok {
			continue
		}
		n := sizeOf(o)
		if n > room || len(out)+min(len(names)-i, 2) > mostSetups {
			rest := d.Option(discordgo.ApplicationCommandOptionString, setupsOption, "discord.option-name."+setupsOption, "discord.option-help."+setupsOption)
			rest.Autocomplete = true
			return append(out, rest)
		}
		out, room = append(out, o), room-n
	}
	return out
}

// setupsOption is the option in which the options of a game are typed that have none of their own: "weather:off rounds:3".
const setupsOption = "options"

// mostSetups is how many options a command has together with those of games, of the 25 that Discord takes.
const mostSetups = 20

// setupsOf are the options of a game in all servers: of some a board is a title of their own.
func setupsOf(g *engine.Info) []engine.SetupOption {
	if g.ClubFile == "" || slices.ContainsFunc(g.Options, func(o engine.SetupOption) bool { return o.ID == referee.OptionBoard }) {
		return g.Options
	}
	return append(slices.Clone(g.Options), engine.SetupOption{ID: referee.OptionBoard, Names: map[string]string{}})
}

// setupNames are the names of the options that games offer, each once.
func (h *Handlers) setupNames() []string {
	var out []string
	for _, g := range h.Games {
		for _, s := range setupsOf(g) {
			if name := OptionName(s.ID); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// mostValues is how many values of an option of games are listed when commands are registered, where each costs characters in every
// command that opens matches.
const mostValues = 8

// setup is the option of a name with its values; where those are more than a few they
// are proposed while one types. ok is false where the words of a game cannot be read, which
// Commands reports.
func (h *Handlers) setup(name string) (out *discordgo.ApplicationCommandOption, ok bool) {
	type value struct {
		id   string
		says []gameText
	}
	var says []gameText
	var values []value
	named := false // what others will be called cannot be registered
	for _, g := range h.Games {
		d, err := h.describer(g)
		if err != nil {
			return out, false
		}
		for _, s := range setupsOf(g) {
			if OptionName(s.ID) != name {
				continue
			}
			if len(says) == 0 {
				out = d.Option(discordgo.ApplicationCommandOptionString, name, "argument."+s.ID, "setup."+s.ID)
			}
			named = named || s.Names != nil
			says = append(says, gameText{d, g.Title, s.Label()})
			for _, v := range s.Values {
				i := slices.IndexFunc(values, func(w value) bool { return w.id == v })
				if i < 0 {
					i, values = len(values), append(values, value{id: v})
				}
				values[i].says = append(values[i].says, gameText{d, g.Title, s.Value(v)})
			}
		}
	}
	out.Description, out.DescriptionLocalizations = ofGames(says, len(h.Games), maxDescription)
	if named || len(values) > mostValues {
		out.Autocomplete, values = true, nil
	}
	for _, v := range values {
		text, more := ofGames(v.says, len(says), MaxOptionText)
		out.Choices = append(out.Choices, &discordgo.ApplicationCommandOptionChoice{Name: text, NameLocalizations: more, Value: v.id})
	}
	return out, true
}

// CompleteSetup proposes the values of an option of the game that is chosen, or what may be typed next for the rest of them.
func CompleteSetup(q *Request, focused string) ([]Choice, error) {
	info, err := q.Referee.Games.InfoAt(q.Options["game"], q.Home)
	if err != nil {
		return nil, err
	}
	words, err := q.Library.Of(info)
	if err != nil {
		return nil, err
	}
	given, typing := typedSetups(q.Options[focused])
	var out []Choice
	for _, s := range info.Options {
		name, rest := OptionName(s.ID), focused == setupsOption
		if rest && (q.Options[name] != "" || slices.ContainsFunc(given, func(word string) bool { return strings.HasPrefix(word, name+":") })) ||
			!rest && name != focused {
			continue
		}
		for _, v := range s.Values {
			label, value, text := words.Say(q.Lang, s.Value(v)), v, q.Options[focused]
			if rest {
				label, value, text = Voice{words, q.Lang}.setupName(s.ID)+": "+label, name+":"+v, typing
			}
			if strings.Contains(typed.Fold(label), typed.Fold(text)) || strings.HasPrefix(value, text) {
				out = append(out, Choice{Label: label, Value: strings.Join(append(slices.Clone(given), value), " ")})
			}
		}
	}
	return out, nil
}

// setupName is what readers are shown as the name of an option of a game.
func (v Voice) setupName(id string) string {
	if key := "argument." + id; v.Words.Has(locale.Languages[0], key) {
		return v.Raw(engine.Say(key))
	}
	return OptionName(id)
}

// typedSetups are the words of a text for setupsOption, and the one at its end that is being typed.
func typedSetups(text string) (given []string, typing string) {
	given = strings.Fields(text)
	if n := len(given); n > 0 && !strings.HasSuffix(text, " ") {
		return given[:n-1], given[n-1]
	}
	return given, ""
}

// Setup is what is chosen in a request for a match of a game. What the game does not have is
// refused: the command offers the options of all games. From then on the request speaks the
// words of the game.
func (q *Request) Setup(info *engine.Info) (out engine.Setup, err error) {
	q.opens, out = info.Game, engine.Setup{}
	if q.Words, err = q.Library.Of(info); err != nil {
		return nil, err
	}
	var given [][2]string
	for _, name := range q.setupNames() {
		if value := q.Options[name]; value != "" {
			given = append(given, [2]string{name, value})
		}
	}
	for _, word := range strings.Fields(q.Options[setupsOption]) {
		name, value, _ := strings.Cut(word, ":")
		given = append(given, [2]string{name, value})
	}
	for _, g := range given {
		id, value, known := q.setting(info, g[0], g[1])
		if !known {
			return nil, No("other-setup", engine.Text("game", Plain(info.Title)), engine.Text("option", Plain(g[0])), engine.Text("value", Plain(g[1])))
		}
		out[id] = value
	}
	if out[referee.OptionBoard] == "" && q.Server.Board != "" {
		if _, refused := q.Referee.Games.BoardCalled(info.Game, q.Home, q.Server.Board); refused == nil {
			out[referee.OptionBoard] = q.Server.Board
		}
	}
	return out, nil
}

// TitleChoices are the titles of a game with titles, as forms list them beside the game itself: [Request.PickTitle] reads them.
func (q *Request) TitleChoices(game *engine.Info) ([]Choice, error) {
	info, err := q.Referee.Games.InfoAt(game.Game, q.Home)
	if err != nil || info.ClubFile == "" {
		return nil, err
	}
	words, err := q.Library.Of(info)
	var out []Choice
	for _, o := range info.Options {
		for _, v := range o.Values {
			if v != o.Default {
				out = append(out, Choice{Label: info.Title + ": " + words.Say(q.Lang, o.Value(v)), Value: info.Game + " " + OptionName(o.ID) + "=" + v})
			}
		}
	}
	return out, err
}

// PickTitle takes apart a choice of a form: a game, and perhaps one of its titles, which is chosen with it, or what else stands behind it.
func (q *Request) PickTitle(chosen string) (game, rest string) {
	game, rest, _ = strings.Cut(chosen, " ")
	if name, value, title := strings.Cut(rest, "="); title {
		q.Options[name] = value
		return game, ""
	}
	return game, rest
}

// setting is the option of a game that has a name, and the value of it that was given: by itself, or by its label, as it is proposed.
func (q *Request) setting(info *engine.Info, name, given string) (id, value string, known bool) {
	for _, s := range info.Options {
		for _, v := range s.Values {
			label := q.Words.Say(q.Lang, s.Value(v))
			if OptionName(s.ID) == name && (v == given || typed.Fold(label) == typed.Fold(given)) {
				return s.ID, v, true
			}
		}
		if OptionName(s.ID) == name && s.Names != nil { // an older one, or the referee refuses it
			return s.ID, given, true
		}
	}
	return "", "", false
}

// gameText is what a game says of something that other games may have as well.
type gameText struct {
	d     Describer
	title string
	m     engine.Msg
}

// ofGames is what games say of something, in English and in the other languages of Discord:
// once where all games that there are say the same, else with their names.
func ofGames(says []gameText, all, most int) (english string, others map[discordgo.Locale]string) {
	in := func(lang string) string {
		var texts []string
		titles := map[string][]string{}
		for _, s := range says {
			text := s.d.Words.Say(lang, s.m)
			if titles[text] == nil {
				texts = append(texts, text)
			}
			titles[text] = append(titles[text], s.title)
		}
		if len(texts) == 1 && len(says) == all {
			return Cut(texts[0], most)
		}
		for i, text := range texts {
			texts[i] = says[0].d.Words.Say(lang, engine.Say("discord.of-games", engine.Text("games", strings.Join(titles[text], ", ")), engine.Text("text", text)))
		}
		return Cut(strings.Join(texts, " · "), most)
	}
	return inAll(in)
}
