package notary

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// The events of the record. Cups, items, tracks and tables are named as in the title.
type (
	// Begun says that the match is set up.
	Begun struct {
		Title string `json:"title"`
	}
	// Rolled says what the dice of a roll show, from the first, before they are rolled, to the last, with which it is told.
	Rolled struct {
		Roll
		Totals []int  `json:"totals,omitempty"`
		Result string `json:"result,omitempty"` // of a table
	}
	// Drawing says that a player draws.
	Drawing struct {
		Cup string `json:"cup"`
		N   int    `json:"n"`
	}
	// Drawn says what was drawn for all to see.
	Drawn struct {
		Seat engine.Seat `json:"seat"`
		Cup  string      `json:"cup"`
		Item string      `json:"item"`
	}
	// Dealt says what was drawn unseen; it stays in the cup until it is taken, and no player sees it.
	Dealt struct {
		Seat engine.Seat `json:"seat"` // Chance
		Item *string     `json:"item,omitempty"`
	}
	// Taken says what a player has taken into their hand; Item is nil for others.
	Taken struct {
		Seat engine.Seat `json:"seat"`
		Cup  string      `json:"cup"`
		Item *string     `json:"item,omitempty"`
	}
	// Moved says that an item went from one place to another.
	Moved struct {
		Seat engine.Seat `json:"seat"`
		Cup  string      `json:"cup"`
		Item string      `json:"item"`
		From string      `json:"from"`
		To   string      `json:"to"`
	}
	// Shuffled says that the discards went back into their cup.
	Shuffled struct {
		Cup string `json:"cup"`
		N   int    `json:"n"`
	}
	// Asked says that both players are to seal orders.
	Asked struct {
		When string `json:"when"`
	}
	// Sealed says that a player has sealed orders; Text is nil for those who may not read them.
	Sealed struct {
		Seat engine.Seat `json:"seat"`
		Text *Text       `json:"text,omitempty"`
	}
	// Opened says what both have sealed.
	Opened struct {
		Blue Text `json:"blue"`
		Red  Text `json:"red"`
	}
	// Noted is a note.
	Noted struct {
		Seat engine.Seat `json:"seat"`
		Text Text        `json:"text"`
	}
	// Scored says how many points a player has now.
	Scored struct {
		Seat   engine.Seat `json:"seat"`
		Points int         `json:"points"`
	}
	// Marked says where the marker of a track stands now.
	Marked struct {
		Track string `json:"track"`
		At    int    `json:"at"`
	}
	// Phased says that a phase begins.
	Phased struct {
		Turn  int    `json:"turn"`
		Phase int    `json:"phase"`
		Name  string `json:"name,omitempty"`
	}
	// Passed says that the other player has the move.
	Passed struct {
		Seat engine.Seat `json:"seat"`
		Text Text        `json:"text"`
	}
	// Offered says which result a player has named.
	Offered struct {
		Seat   engine.Seat `json:"seat"`
		Winner Winner      `json:"winner,omitempty"`
	}
	// Refused says that the other player does not agree to it.
	Refused struct {
		Seat engine.Seat `json:"seat"`
	}
	// Ended says that the match is over.
	Ended struct {
		Winner Winner `json:"winner,omitempty"`
	}
)

// kinds are all kinds of event. Stored matches hold them: none is ever taken out.
var kinds = events.List("notary",
	events.Kind[Begun]{Name: "begun", Rule: "1"},
	events.Kind[Rolled]{Name: "rolled", Rule: "2", Tell: Rolled.tell},
	events.Kind[Drawing]{Name: "drawing", Rule: "3"},
	events.Kind[Drawn]{Name: "drawn", Rule: "3", Says: "seat item:text cup:text"},
	events.Kind[Dealt]{Name: "dealt", Rule: "3", Secret: "item"},
	events.Kind[Taken]{Name: "taken", Rule: "3", Says: "seat item:text cup:text", Secret: "item"},
	events.Kind[Moved]{
		Name: "moved", Rule: "3", Says: "seat item:text cup:text", Key: func(e Moved) string { return "event.moved." + e.To }, Reveals: Moved.reveals,
	},
	events.Kind[Shuffled]{Name: "shuffled", Rule: "3", Says: "cup:text n"},
	events.Kind[Asked]{Name: "asked", Rule: "4", Says: "when:text", Key: func(e Asked) string { return "event.asked." + e.When }},
	events.Kind[Sealed]{Name: "sealed", Rule: "4", Says: "seat text", Secret: "text"},
	events.Kind[Opened]{Name: "opened", Rule: "4", Says: "blue red", Reveals: func(Opened) []engine.Secret { return sealed }},
	events.Kind[Noted]{Name: "noted", Rule: "5", Says: "seat text"},
	events.Kind[Scored]{Name: "scored", Rule: "5", Says: "seat points"},
	events.Kind[Marked]{Name: "marked", Rule: "5", Says: "track:text at"},
	events.Kind[Phased]{Name: "phased", Rule: "5", Says: "turn name:text"},
	events.Kind[Passed]{Name: "passed", Rule: "5", Says: "seat text"},
	events.Kind[Offered]{Name: "offered", Rule: "6", Says: "seat winner"},
	events.Kind[Refused]{Name: "refused", Rule: "6", Says: "seat"},
	events.Kind[Ended]{Name: "ended", Rule: "6", Says: "winner", Reveals: func(Ended) []engine.Secret { return slices.Concat(sealed, dealt) }},
)

// sealed and dealt are the answers that are secret until they are opened.
var (
	sealed = []engine.Secret{{Seat: blue, Kind: kindSeal}, {Seat: red, Kind: kindSeal}}
	dealt  = []engine.Secret{{Seat: engine.Chance, Kind: chanceDeal}, {Seat: blue, Kind: kindTake}, {Seat: red, Kind: kindTake}}
)

// reveals opens how an item came into the hand that it leaves.
func (e Moved) reveals() []engine.Secret {
	if e.From != string(e.Seat) {
		return nil
	}
	return []engine.Secret{{Seat: e.Seat, Kind: kindTake, Answer: itemID(e.Cup, e.Item)}}
}

// Winner is the player that wins; "": a draw.
type Winner engine.Seat

// Arg names the winner in a sentence.
func (w Winner) Arg(name string) engine.Arg {
	if w == "" {
		return engine.Sub(name, engine.Say("winner.nobody"))
	}
	return engine.Sub(name, engine.Say("winner.player", engine.Noun("seat", string(w))))
}

// Text is what a player has written, behind which may be a file; "": no orders.
type Text string

// Arg is the text in a sentence, with the file that goes with it.
func (t Text) Arg(name string) engine.Arg {
	text, f := engine.CutFile(string(t))
	switch {
	case t == "":
		return engine.Sub(name, engine.Say("option.none"))
	case f == nil:
		return engine.Text(name, text)
	}
	return engine.Sub(name, engine.Say("with-file", engine.Text("text", text), engine.Text("name", f.Name), engine.Num("kb", int(f.Size+999)/1000), engine.Text("hash", f.Hash[:8])))
}

// tell tells a whole roll: each roll of several with its dice and its total.
func (e Rolled) tell() engine.Msg {
	if e.Totals == nil {
		return engine.Msg{}
	}
	d, _ := ParseDice(e.Dice)
	rolls, shown := make([]engine.Arg, len(e.Totals)), e.Shown
	for i, total := range e.Totals {
		n := min(len(shown), d[i].N)
		rolls[i] = engine.Sub("", engine.Say("event.rolled.one", engine.Text("dice", d[i].Text), engine.Num("total", total), engine.Num("n", n),
			engine.List("shown", lists.Map(shown[:n], func(n int) engine.Arg { return engine.Num("", n) })...)))
		shown = shown[n:]
	}
	args := []engine.Arg{engine.Noun("seat", string(e.Seat)), engine.Text("purpose", e.Purpose), engine.List("rolls", rolls...)}
	if e.Table == "" {
		return engine.Say("event.rolled", args...)
	}
	return engine.Say("event.rolled.table", append(args, engine.Text("table", e.Table), engine.Text("column", e.Column), engine.Text("result", e.Result))...)
}

// Decode reads an event of the log.
func (g *Rules) Decode(kind string, data []byte) (engine.Event, error) {
	return kinds.Decode(kind, data)
}
