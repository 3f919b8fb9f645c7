package command

import (
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/typed"
	"referee/engine"
)

// Setups adds the options that games offer when a match is opened, named as arguments are.
// Games with an option of one name share it, with the values of all of them; what not all
// games have says whose it is.
func Setups(h *Handlers, _ Describer, before []wire.CommandOption) []wire.CommandOption {
	out, room := before, maxSetups
	for _, name := range h.setupNames() {
		o, ok := h.setup(name)
		if n := sizeOf(o); ok && n <= room && len(out) < MaxCommandOpts {
			out, room = append(out, o), room-n
		}
	}
	return out
}

// setupNames are the names of the options that games offer, each once.
func (h *Handlers) setupNames() []string {
	var out []string
	for _, g := range h.Games {
		for _, s := range g.Options {
			if name := OptionName(s.ID); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// setup is the option of a name with its values; where those are more than Discord takes they
// are proposed while one types. ok is false where the words of a game cannot be read, which
// Commands reports.
func (h *Handlers) setup(name string) (out wire.CommandOption, ok bool) {
	type value struct {
		id   string
		says []gameText
	}
	var says []gameText
	var values []value
	for _, g := range h.Games {
		d, err := h.describer(g)
		if err != nil {
			return out, false
		}
		for _, s := range g.Options {
			if OptionName(s.ID) != name {
				continue
			}
			if len(says) == 0 {
				out = d.Option(wire.OptionString, name, "argument."+s.ID, "setup."+s.ID)
			}
			says = append(says, gameText{d, g.Title, engine.Say("setup." + s.ID)})
			for _, v := range s.Values {
				i := slices.IndexFunc(values, func(w value) bool { return w.id == v })
				if i < 0 {
					i, values = len(values), append(values, value{id: v})
				}
				values[i].says = append(values[i].says, gameText{d, g.Title, engine.Say("setup." + s.ID + "." + v)})
			}
		}
	}
	out.Description, out.DescriptionLocalizations = ofGames(says, len(h.Games), maxDescription)
	if len(values) > MaxChoices {
		out.Autocomplete, values = true, nil
	}
	for _, v := range values {
		text, more := ofGames(v.says, len(says), MaxOptionText)
		out.Choices = append(out.Choices, wire.CommandChoice{Name: text, NameLocalizations: more, Value: v.id})
	}
	return out, true
}

// CompleteSetup proposes the values of an option of the game that is chosen.
func CompleteSetup(c *Call, focused string) ([]Choice, error) {
	info, err := c.Referee.Info(c.Options["game"])
	if err != nil {
		return nil, err
	}
	words, err := c.Library.Of(info)
	if err != nil {
		return nil, err
	}
	var out []Choice
	for _, s := range info.Options {
		if OptionName(s.ID) != focused {
			continue
		}
		for _, v := range s.Values {
			label := words.Say(c.Lang, engine.Say("setup."+s.ID+"."+v))
			if text := typed.Fold(c.Options[focused]); strings.Contains(typed.Fold(label), text) || strings.HasPrefix(v, text) {
				out = append(out, Choice{Label: label, Value: v})
			}
		}
	}
	return out, nil
}

// Setup is what is chosen in a call for a match of a game. What the game does not have is
// refused: the command offers the options of all games. From then on the call speaks the
// words of the game.
func (c *Call) Setup(info *engine.Info) (out engine.Setup, err error) {
	c.opens, out = info.Game, engine.Setup{}
	if c.Words, err = c.Library.Of(info); err != nil {
		return nil, err
	}
	for _, name := range c.setupNames() {
		given := c.Options[name]
		if given == "" {
			continue
		}
		i := slices.IndexFunc(info.Options, func(s engine.SetupOption) bool { return OptionName(s.ID) == name })
		if i < 0 || !slices.Contains(info.Options[i].Values, given) {
			return nil, No("other-setup", engine.Text("game", Plain(info.Title)), engine.Text("option", name), engine.Text("value", Plain(given)))
		}
		out[info.Options[i].ID] = given
	}
	return out, nil
}

// gameText is what a game says of something that other games may have as well.
type gameText struct {
	d     Describer
	title string
	m     engine.Msg
}

// ofGames is what games say of something, in English and in the other languages of Discord:
// once where all games that there are say the same, else with their names.
func ofGames(says []gameText, all, most int) (english string, others map[string]string) {
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
