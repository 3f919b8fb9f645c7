package discordtest_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// stock is a bot as discordgo's own examples make one: of Discord it knows what the library knows, and of us the rules.
type stock struct {
	t     *testing.T
	play  *referee.Referee
	mu    sync.Mutex // of handlers, which discordgo calls side by side
	match match.ID
}

// stockCommands are the commands of the bot.
var stockCommands = []*discordgo.ApplicationCommand{
	{Name: "open", Description: "Open a match", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "rounds", Description: "How many", Required: true, Autocomplete: true},
	}},
	{Name: "rule", Description: "Note a rule of the house"},
}

// newStock starts the bot: it opens a session, waits until it is ready, and registers its commands.
func newStock(t *testing.T, d *discordtest.Discord) *stock {
	t.Helper()
	b := &stock{t: t}
	kept, err := store.Open(b.t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	b.must(err)
	t.Cleanup(func() { b.must(kept.Close()) })
	b.play, err = referee.New(referee.Config{
		Games: []referee.Game{{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}}, Store: kept, Dice: dice.NewSeeded("stock"), Log: slog.New(slog.DiscardHandler),
	})
	b.must(err)
	s, err := discordgo.New("Bot " + d.Token())
	b.must(err)
	s.Client = &http.Client{Transport: d.Transport()} // in place of the way to Discord itself
	s.Identify.Intents = discordgo.IntentsGuilds
	ready := make(chan string, 1)
	s.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r.User.ID })
	s.AddHandler(b.handle)
	b.must(s.Open())
	t.Cleanup(func() {
		go s.Close() //nolint:errcheck // it sleeps for a second, for which nothing here waits
	})
	app := <-ready
	d.Ready()
	_, err = s.ApplicationCommandBulkOverwrite(app, "", stockCommands)
	b.must(err)
	return b
}

func (b *stock) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Error(err)
	}
}

// handle answers an interaction.
func (b *stock) handle(s *discordgo.Session, i *discordgo.InteractionCreate) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource}
	switch i.Type {
	case discordgo.InteractionPing: // does not come over the gateway
	case discordgo.InteractionApplicationCommandAutocomplete:
		r.Type = discordgo.InteractionApplicationCommandAutocompleteResult
		r.Data = &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "two rounds", Value: "2"}}}
	case discordgo.InteractionApplicationCommand:
		r = b.command(i.ApplicationCommandData())
	case discordgo.InteractionMessageComponent:
		b.press(i.Interaction, strings.Split(i.MessageComponentData().CustomID, " "))
		r.Type, r.Data = discordgo.InteractionResponseUpdateMessage, b.board()
	case discordgo.InteractionModalSubmit:
		row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
		r.Data = &discordgo.InteractionResponseData{Content: "Noted: " + row.Components[0].(*discordgo.TextInput).Value, Flags: discordgo.MessageFlagsEphemeral}
	}
	if r.Data.Content != "" {
		r.Data.AllowedMentions = &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}} // nobody is called
	}
	b.must(s.InteractionRespond(i.Interaction, r))
}

// command opens a match, or shows a form.
func (b *stock) command(c discordgo.ApplicationCommandInteractionData) *discordgo.InteractionResponse {
	if c.Name == "rule" {
		input := discordgo.TextInput{CustomID: "text", Label: "The rule", Style: discordgo.TextInputParagraph, Required: true, MaxLength: 200}
		return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{
			CustomID: "rule", Title: "A rule of the house", Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{input}}},
		}}
	}
	opened, err := b.play.Open(b.t.Context(), referee.Command{Door: "stock"}, referee.Opening{Setup: engine.Setup{"weather": "off", "rounds": c.GetOption("rounds").StringValue()}})
	b.must(err)
	b.match = opened.Match
	return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: b.board()}
}

// press does what a button is for: "join red", or "pick red PROMPT" with the path of an answer.
func (b *stock) press(i *discordgo.Interaction, does []string) {
	by := referee.Command{
		Key: "stock:" + i.ID, Match: b.match, Seat: engine.Seat(does[1]), Account: "stock:" + i.Member.User.ID, Name: i.Member.DisplayName(), Door: "stock",
	}
	var err error
	if does[0] == "join" {
		_, err = b.play.Join(b.t.Context(), by)
	} else {
		_, err = b.play.Choose(b.t.Context(), by, engine.PromptID(does[2]), does[3:])
	}
	b.must(err)
}

// board is the match as it stands, with a row of buttons for each seat that is free or asked.
func (b *stock) board() *discordgo.InteractionResponseData {
	s, err := b.play.Snapshot(b.t.Context(), b.match)
	b.must(err)
	l, err := s.Look(b.t.Context(), engine.Spectator)
	b.must(err)
	out := &discordgo.InteractionResponseData{Content: fmt.Sprintf("Decision %d", l.Seq), Components: []discordgo.MessageComponent{}}
	row := func(seat engine.Seat, does string, options ...string) {
		var buttons []discordgo.MessageComponent
		for _, o := range options[:min(len(options), 5)] {
			buttons = append(buttons, discordgo.Button{Label: fmt.Sprint(seat, ": ", o), Style: discordgo.PrimaryButton, CustomID: strings.TrimSpace(does + " " + o)})
		}
		out.Components = append(out.Components, discordgo.ActionsRow{Components: buttons})
	}
	for _, seat := range l.Free {
		row(seat, "join", string(seat))
	}
	for _, a := range l.Asks {
		mine, err := s.Look(b.t.Context(), engine.Viewer(a.Seat))
		b.must(err)
		does, path := []string{"pick", string(a.Seat), string(a.Prompt)}, []string(nil)
		if mine.Draft != nil && mine.Draft.Prompt == a.Prompt {
			path = mine.Draft.Path
		}
		node, err := s.Options(b.t.Context(), referee.Command{Match: b.match, Seat: a.Seat, Account: mine.Holder(a.Seat).Account}, a.Prompt, path)
		b.must(err)
		var options []string
		for _, o := range node.Options {
			options = append(options, o.ID)
		}
		row(a.Seat, strings.Join(append(does, path...), " "), options...)
	}
	if l.Ending != nil {
		out.Content = "Over: " + string(l.Ending.Winner)
	}
	return out
}

// TestAStockBotPlaysAMatch: a bot of discordgo's own kind connects, registers commands, completes an option, shows a form
// and plays a match of the toy to its end, by buttons alone.
func TestAStockBotPlaysAMatch(t *testing.T) {
	t.Parallel()
	// The library writes null for all that an option has not, which Discord takes although its description does not allow it.
	d := discordtest.New(t, discordtest.Options{Lenient: true, Unchecked: true})
	newStock(t, d)
	club := d.Guild("club")
	ch := club.Channel("games")
	people := map[string]*discordtest.User{"red": club.Member("anna", "en-GB"), "blue": club.Member("ben", "fr")}
	if got := people["red"].Autocomplete(ch, "open", "rounds:"); len(got) != 1 || got[0].Value != "2" {
		t.Fatalf("proposed is %v", got)
	}
	form := people["red"].Slash(ch, "rule").Wait().Modal
	if m := people["red"].Submit(form, map[string]string{"text": "No dice on the table."}).Wait().Message; m == nil || m.Text() != "Noted: No dice on the table." || !m.Private() {
		t.Errorf("the form is answered %v", m)
	}
	people["blue"].Slash(ch, "open", "rounds:2").Wait()
	for presses := 0; ; presses++ {
		board := ch.Last(nil)
		if board == nil {
			t.Fatal("there is no match")
		}
		if strings.HasPrefix(board.Text(), "Over: ") {
			if presses < 6 {
				t.Errorf("over after %d presses", presses)
			}
			return
		}
		buttons := board.Buttons()
		if len(buttons) == 0 || presses > 500 {
			t.Fatalf("after %d presses:\n%s", presses, board)
		}
		b := buttons[presses%len(buttons)]
		who := people[strings.Fields(b.CustomID)[1]]
		if s := who.Click(board, b.CustomID).Wait(); s.Failed || s.Message == nil || s.Message.ID != board.ID {
			t.Fatalf("%s presses %q: %+v", who.Name, b.CustomID, s)
		}
	}
}
