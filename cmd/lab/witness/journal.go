package witness

// Journal is what people noted while they played.
type Journal struct {
	Orders []Order
	Seen   []Footer
	Posts  []Post     // every public message that stands in the end
	Down   []Interval // in which the referee was not connected, by time
}

// Order is one thing that somebody did: a command, a press, a choice.
type Order struct {
	ID      string // of the interaction
	Account string // "discord:57…"
	Place   string // "discord:12…"
	// Did is the id of a button or a menu, or the command as it was typed.
	Did string
	// Chosen is what was chosen in a menu.
	Chosen string
	// Answered says that an answer was shown.
	Answered bool
	// Closed says that the answer, which tells decision Seen.N, no longer puts the
	// question that Did answers.
	Closed bool
	Seen   Footer
	// Said is the answer where it tells no decision.
	Said string `json:",omitempty"`
}

// Footer is the foot of a message: "m1 #12·0123abcd".
type Footer struct {
	Match string
	N     int
	Head  string // its first 8 hex digits
}

// Post is a public message.
type Post struct {
	ID    string
	Place string
	Seen  Footer
	Board bool   // it shows the state of the match, and is edited
	Title string // of a board
	// First and Last are the rolls that it proves; 0: none.
	First, Last int
}

// Interval is a period of time, in Unix milliseconds.
type Interval struct{ From, To int64 }
