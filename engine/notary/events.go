package notary

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// The events of the record. By, Player and Winner are 0 for Blue and 1 for Red; Seat is the same for those
// who read. Cups, items and tracks are numbers of lines of the title, with the word that they had.
type (
	// Begun says that the match is set up.
	Begun struct {
		Title string `json:"title"`
	}
	// Called says that a roll begins.
	Called struct {
		Seat engine.Seat `json:"seat"`
		Roll
	}
	// Fell says what one die shows.
	Fell struct {
		Die int `json:"die"`
	}
	// Rolled says what all dice of a roll show.
	Rolled struct {
		Roll
		Totals []int  `json:"totals"`
		Result string `json:"result,omitempty"` // of a table
	}
	// Drawing says that a player draws.
	Drawing struct {
		Cup int `json:"cup"`
		N   int `json:"n"`
	}
	// Drawn says what was drawn for all to see.
	Drawn struct {
		Seat engine.Seat `json:"seat"`
		Cup  int         `json:"cup"`
		Item int         `json:"item"`
		Name string      `json:"name"`
		From string      `json:"from"`
	}
	// Dealt says what was drawn unseen; it stays in the cup until it is taken, and no player sees it.
	Dealt struct {
		Seat engine.Seat `json:"seat"` // Chance
		Item *int        `json:"item,omitempty"`
	}
	// Taken says what a player has taken into their hand; Item and Name are nil for others.
	Taken struct {
		Seat engine.Seat `json:"seat"`
		By   int         `json:"by"`
		Cup  int         `json:"cup"`
		Item *int        `json:"item,omitempty"`
		Name *string     `json:"name,omitempty"`
		From string      `json:"from"`
	}
	// Moved says that an item went from one place to another.
	Moved struct {
		Seat engine.Seat `json:"seat"`
		By   int         `json:"by"`
		Cup  int         `json:"cup"`
		Item int         `json:"item"`
		Name string      `json:"name"`
		Of   string      `json:"of"` // the cup
		From string      `json:"from"`
		To   string      `json:"to"`
	}
	// Shuffled says that the discards went back into their cup.
	Shuffled struct {
		Cup int    `json:"cup"`
		Of  string `json:"of"`
		N   int    `json:"n"`
	}
	// Asked says that both players are to seal orders.
	Asked struct {
		When string `json:"when"`
	}
	// Sealed says that a player has sealed orders; Text, behind which may be a file, is nil for those who may not read them.
	Sealed struct {
		Seat engine.Seat `json:"seat"`
		By   int         `json:"by"`
		Text *string     `json:"text,omitempty"`
	}
	// Opened says what both have sealed.
	Opened struct {
		Texts [2]string `json:"texts"`
	}
	// Noted is a note.
	Noted struct {
		Seat engine.Seat `json:"seat"`
		By   int         `json:"by"`
		Text string      `json:"text"`
	}
	// Scored says how many points a player has now.
	Scored struct {
		Seat   engine.Seat `json:"seat"`
		Player int         `json:"player"`
		Points int         `json:"points"`
	}
	// Marked says where the marker of a track stands now.
	Marked struct {
		Track int    `json:"track"`
		Name  string `json:"name"`
		At    int    `json:"at"`
	}
	// Phased says that a phase begins.
	Phased struct {
		Turn  int    `json:"turn"`
		Phase int    `json:"phase"`
		Name  string `json:"name,omitempty"`
	}
	// Passed says that the other player has the move. Behind Text may be a file.
	Passed struct {
		Seat engine.Seat `json:"seat"`
		By   int         `json:"by"`
		Text string      `json:"text"`
	}
	// Offered says which result a player has named.
	Offered struct {
		Seat   engine.Seat `json:"seat"`
		Winner int         `json:"winner"`
	}
	// Refused says that the other player does not agree to it.
	Refused struct {
		Seat engine.Seat `json:"seat"`
	}
	// Ended says that the match is over.
	Ended struct {
		Winner int `json:"winner"`
	}
)

// The places of an item.
const (
	placeCup      = "cup"
	placeHand     = "hand"
	placeTable    = "table"
	placeDiscards = "discards"
)

// kinds are all kinds of event. Stored matches hold them: none is ever taken out.
var kinds = events.List("notary",
	events.Kind[Begun]{Name: "begun", Rule: "1"},
	events.Kind[Called]{Name: "called", Rule: "2"},
	events.Kind[Fell]{Name: "fell", Rule: "2"},
	events.Kind[Rolled]{Name: "rolled", Rule: "2", Tell: Rolled.tell},
	events.Kind[Drawing]{Name: "drawing", Rule: "3"},
	events.Kind[Drawn]{Name: "drawn", Rule: "3", Says: "seat name:text from:text"},
	events.Kind[Dealt]{Name: "dealt", Rule: "3", Secret: "item"},
	events.Kind[Taken]{Name: "taken", Rule: "3", Known: Taken.known, Tell: Taken.tell},
	events.Kind[Moved]{
		Name: "moved", Rule: "3", Says: "seat name:text of:text", Key: func(e Moved) string { return "event.moved." + e.To }, Reveals: Moved.reveals,
	},
	events.Kind[Shuffled]{Name: "shuffled", Rule: "3", Says: "of:text n"},
	events.Kind[Asked]{Name: "asked", Rule: "4", Says: "when:text", Key: func(e Asked) string { return "event.asked." + e.When }},
	events.Kind[Sealed]{Name: "sealed", Rule: "4", Secret: "text", Tell: Sealed.tell},
	events.Kind[Opened]{Name: "opened", Rule: "4", Tell: Opened.tell, Reveals: func(Opened) []engine.Secret { return sealed }},
	events.Kind[Noted]{Name: "noted", Rule: "5", Says: "seat text:text"},
	events.Kind[Scored]{Name: "scored", Rule: "5", Says: "seat points"},
	events.Kind[Marked]{Name: "marked", Rule: "5", Says: "name:text at"},
	events.Kind[Phased]{Name: "phased", Rule: "5", Says: "turn name:text"},
	events.Kind[Passed]{Name: "passed", Rule: "5", Tell: func(e Passed) engine.Msg {
		return engine.Say("event.passed", engine.Noun("seat", string(e.Seat)), written("text", e.Text))
	}},
	events.Kind[Offered]{Name: "offered", Rule: "6", Tell: func(e Offered) engine.Msg {
		return engine.Say("event.offered", engine.Noun("seat", string(e.Seat)), winner(e.Winner))
	}},
	events.Kind[Refused]{Name: "refused", Rule: "6", Says: "seat"},
	events.Kind[Ended]{
		Name: "ended", Rule: "6", Tell: func(e Ended) engine.Msg { return engine.Say("event.ended", winner(e.Winner)) },
		Reveals: func(Ended) []engine.Secret { return slices.Concat(sealed, dealt) },
	},
)

// sealed and dealt are the answers that are secret until they are opened.
var (
	sealed = []engine.Secret{{Seat: blue, Kind: kindSeal}, {Seat: red, Kind: kindSeal}}
	dealt  = []engine.Secret{{Seat: engine.Chance, Kind: chanceDeal}, {Seat: blue, Kind: kindTake}, {Seat: red, Kind: kindTake}}
)

// reveals opens how an item came into the hand that it leaves.
func (e Moved) reveals() []engine.Secret {
	if e.From != placeHand {
		return nil
	}
	return []engine.Secret{{Seat: e.Seat, Kind: kindTake, Answer: itemID(e.Of, e.Name)}}
}

// itemID is the word of an item that is drawn: items of several cups may have one name.
func itemID(cup, item string) string { return cup + "/" + item }

// winner names a winner: nobody for a draw.
func winner(i int) engine.Arg {
	if i < 0 {
		return engine.Sub("winner", engine.Say("winner.nobody"))
	}
	return engine.Sub("winner", engine.Say("winner.player", engine.Noun("seat", players[i])))
}

// tell tells a roll: each roll of several with its dice and its total.
func (e Rolled) tell() engine.Msg {
	d, _ := ParseDice(e.Dice)
	rolls, shown := make([]engine.Arg, len(e.Totals)), e.Shown
	for i, total := range e.Totals {
		n := min(len(shown), d[i].N)
		rolls[i] = engine.Sub("", engine.Say("event.rolled.one", engine.Text("dice", d[i].String()), engine.Num("total", total), engine.Num("n", n),
			engine.List("shown", lists.Map(shown[:n], func(n int) engine.Arg { return engine.Num("", n) })...)))
		shown = shown[n:]
	}
	args := []engine.Arg{engine.Text("purpose", e.Purpose), engine.List("rolls", rolls...)}
	if e.Table == "" {
		return engine.Say("event.rolled", args...)
	}
	return engine.Say("event.rolled.table", append(args, engine.Text("table", e.Table), engine.Text("column", e.Column), engine.Text("result", e.Result))...)
}

func (e Taken) known(v engine.Viewer) (Taken, bool) {
	if !v.Sees(e.Seat) {
		e.Item, e.Name = nil, nil
	}
	return e, true
}

func (e Taken) tell() engine.Msg {
	args := []engine.Arg{engine.Noun("seat", string(e.Seat)), engine.Text("from", e.From)}
	if e.Name == nil {
		return engine.Say("event.taken-hidden", args...)
	}
	return engine.Say("event.taken", append(args, engine.Text("name", *e.Name))...)
}

func (e Sealed) tell() engine.Msg {
	seat := engine.Noun("seat", string(e.Seat))
	if e.Text == nil {
		return engine.Say("event.sealed-hidden", seat)
	}
	return engine.Say("event.sealed", seat, written("text", *e.Text))
}

func (e Opened) tell() engine.Msg {
	return engine.Say("event.opened", written("blue", e.Texts[0]), written("red", e.Texts[1]))
}

// written is a text of a player, with the file that goes with it.
func written(name, text string) engine.Arg {
	text, f := engine.CutFile(text)
	if f == nil {
		return engine.Text(name, text)
	}
	return engine.Sub(name, engine.Say("with-file", engine.Text("text", text), engine.Text("name", f.Name), engine.Num("kb", int(f.Size+999)/1000), engine.Text("hash", f.Hash[:8])))
}

// Decode reads an event of the log.
func (g *Rules) Decode(kind string, data []byte) (engine.Event, error) {
	return kinds.Decode(kind, data)
}

// side returns 0 or 1 for a word that names a player, and -1 for nobody.
func side(word string) int { return slices.Index(players, word) }
