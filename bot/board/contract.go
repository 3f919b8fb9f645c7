package board

import (
	"referee/engine"
	"referee/engine/match"
)

// State is a match as one viewer sees it, now or as it stood after an earlier decision.
type State struct {
	Match match.ID `json:"match"`
	Title string   `json:"title"`           // the name on its box
	Board string   `json:"board,omitempty"` // on which board it is played
	// Watched: programs have all seats. Who looks on sees it from its beginning, and is told nothing that comes later.
	Watched bool `json:"watched,omitempty"`
	// Seq is the decision after which this is, Last the last there is; where Seq is less, this is
	// the past: nobody is asked, and nothing can be done.
	Seq  int    `json:"seq"`
	Last int    `json:"last"`
	Head string `json:"head"` // of decision Seq, 8 hex digits
	// Seen is what is decided by, to be sent with a decision (see [Action]); "" for the past, and for
	// spectators. No part of it means anything.
	Seen string `json:"seen,omitempty"`

	// Since is the decision after which all is news to the viewer: their seat's last answer that was not automatic, by a standing
	// order or by a program, or that before the first answer; for spectators that before the phase in which somebody has acted
	// last. 0 for the past.
	Since int `json:"since,omitempty"`

	Viewer Viewer `json:"viewer"`
	Seats  []Seat `json:"seats"`
	Status string `json:"status"` // where the match stands: "Turn 3, night: action phase"
	// Text is the same as the map and the boxes, a sentence a line, for who cannot see them.
	Text   string  `json:"text"`
	Pieces []Piece `json:"pieces"`          // on the map, lower ones of a stack first; then those in boxes
	Boxes  []Box   `json:"boxes,omitempty"` // beside the map
	Tracks []Track `json:"tracks,omitempty"`
	Layers Layers  `json:"layers"`
	// Marks says what signs on the map mean, by the hex that they are in, CCRR.
	Marks map[string]string `json:"marks,omitempty"`
	Asks  []Ask             `json:"asks"`
	// Acts are what the viewer may do beside answering.
	Acts []Button `json:"acts,omitempty"`
	// Offers tell what stands between the seats, and other things that the match waits for.
	Offers  []string `json:"offers,omitempty"`
	Thinks  string   `json:"thinks,omitempty"` // that a program is to move; "": none is
	Chance  string   `json:"chance,omitempty"` // the roll that is awaited, and until when; "": none is
	Result  []string `json:"result,omitempty"` // how it ended; none: it is under way
	Queries []Query  `json:"queries,omitempty"`
	Files   []Handed `json:"files,omitempty"` // that players have handed in, the newest first
	Note    string   `json:"note,omitempty"`  // what the visitor has noted about the match, for themselves
	// Sandbox: this is a copy of a position on which the visitor plays every seat, and nothing of it is recorded.
	Sandbox bool    `json:"sandbox,omitempty"`
	Lesson  *Lesson `json:"lesson,omitempty"` // what is to be done in the step of a course; nil: it is none, or the past
}

// Lesson is what a course asks for in a match of its own.
type Lesson struct {
	Do string `json:"do"` // the task
	// Said tells what an order led to that was taken back and why it was, or, of a step that is done, what was learned.
	Said []string `json:"said"`
	Done bool     `json:"done,omitempty"` // the step is: nothing more can be ordered in it
}

// Viewer is for whom a [State] is.
type Viewer struct {
	// Seats are those the visitor may act for; none: they look on.
	Seats []engine.Seat `json:"seats"`
	// Seat is the one whose eyes the state is seen with; "": a spectator's.
	Seat engine.Seat `json:"seat"`
	// HandOver is the seat that is asked, and sees what another seat of this visitor must not see:
	// the state is a spectator's until it is asked for with seat=HandOver. "": nobody need look away.
	HandOver engine.Seat `json:"handover,omitempty"`
}

// Seat is a side of the match, and who has it.
type Seat struct {
	ID    engine.Seat `json:"id"`
	Label string      `json:"label"`
	Who   string      `json:"who,omitempty"` // "": nobody knows, or the seat is free
	Clock string      `json:"clock,omitempty"`
	// Due is when the clock runs out, as a Unix time in milliseconds; 0: it does not run.
	Due int64 `json:"due,omitempty"`
	// Points are what the side would have if the match ended now, "17 VP", From where they come from, and Moves what it has
	// left to do in the turn, "2 actions left"; "": not counted.
	Points string   `json:"points,omitempty"`
	From   []string `json:"from,omitempty"`
	Moves  string   `json:"moves,omitempty"`
}

// Piece is a counter, as [engine.Piece] has it, with its name said.
type Piece struct {
	ID   string      `json:"id"`
	Name string      `json:"name"`
	Hex  string      `json:"hex"`            // CCRR; "": in a box
	Seat engine.Seat `json:"seat,omitempty"` // whose it is
	Left string      `json:"left,omitempty"` // what it may still spend: "12 MP"
	Says string      `json:"says,omitempty"` // its values, steps and states
}

// Box is a box beside the map.
type Box struct {
	ID      string   `json:"id"`
	Label   string   `json:"label"`
	Pieces  []string `json:"pieces,omitempty"` // ids
	Markers []Marker `json:"markers,omitempty"`
}

// Marker is a thing in a box or on a track that is not a piece.
type Marker struct {
	Label string `json:"label"`
	Spent bool   `json:"spent,omitempty"`
	Here  bool   `json:"here,omitempty"` // the marker of the track itself: the present turn
}

// Track is a row of cells with markers.
type Track struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Cells []Cell `json:"cells"`
}

// Cell is one cell of a track.
type Cell struct {
	Label   string   `json:"label"`
	Now     []string `json:"now,omitempty"` // its conditions, said: "frost"
	Markers []Marker `json:"markers,omitempty"`
}

// Handed is a file that a player has handed in.
type Handed struct {
	Name string `json:"name"`
	Size int64  `json:"size"` // in bytes
	At   string `json:"at"`   // its address
	// Alt says what the picture shows that is the board of the match; "": it is another file.
	Alt string `json:"alt,omitempty"`
}

// Received is the answer to POST /m/{match}/file?seat=…&name=…, whose body is a file.
type Received struct {
	Name string `json:"name"` // which is the text that it goes with, if there is no other
	Mark string `json:"mark"` // what is put behind that text
}

// Layers are the parts of the map that change, as SVG in the coordinates of the part that does not, to be laid
// over it and over each other in this order; "": there is nothing to draw. An Overlay, where an answer has one, is laid
// over both.
type Layers struct {
	Pieces string `json:"pieces"` // the counters, and what lies under them
	Marks  string `json:"marks"`  // signs, and what the answer that is half built would change
}

// Ask is an open question.
type Ask struct {
	Prompt engine.PromptID `json:"prompt"`
	Seat   engine.Seat     `json:"seat"` // who is asked
	Ask    string          `json:"ask"`
	Secret bool            `json:"secret,omitempty"` // the answer is hidden from the others for now
	Mine   bool            `json:"mine"`             // the viewer's seat is asked
	// Unfired says why no standing order has answered it.
	Unfired []string `json:"unfired,omitempty"`
	// Usual is the default answer, where it names several things and nothing is half built: a path to keep so.
	Usual []string `json:"usual,omitempty"`
	// Node is what is half built, and what may follow; nil where another seat is asked.
	Node *Node `json:"node,omitempty"`
}

// Node is a point in the tree of answers to a question.
type Node struct {
	Path []string `json:"path"`
	// Said are the elements of the path by their names, Spoken the path as it can be typed, "a 2316".
	Said   []string `json:"said,omitempty"`
	Spoken string   `json:"spoken,omitempty"`
	// Done says that the path is a whole answer, which can be given. Then more may follow, or not.
	Done    bool     `json:"done"`
	Options []Option `json:"options"`
	// Say is the question as it stands here, Lines what the path would lead to, Warnings what the rules warn of.
	Say      string   `json:"say,omitempty"`
	Lines    []string `json:"lines,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// Rolls: once the answer is given, a die is rolled. It is not told while anything is secret from the seat, as it may
	// hang on that.
	Rolls bool `json:"rolls,omitempty"`
	// Odds are those of the attack that the path names; nil: it names none.
	Odds *Answer `json:"odds,omitempty"`
	// Closed are what may be looked for here and is refused, with the reason.
	Closed []Closed `json:"closed,omitempty"`
	// Give is what the button says that gives the path, if it is whole: "Attack 2711: roll the die".
	Give string `json:"give,omitempty"`
	// Focus is the hex where the path happens, CCRR; "": nowhere on the map.
	Focus string `json:"focus,omitempty"`
}

// Option is one element that may follow in a path.
type Option struct {
	ID    string `json:"id"` // what stands in the path
	Label string `json:"label"`
	// Hex and Piece are what it stands for on the board, at most one of them; "": nothing there.
	Hex   string `json:"hex,omitempty"`
	Piece string `json:"piece,omitempty"`
	// Pieces are those for which it stands together, such as a formation: where there are such, what is chosen on the map may be meant
	// in two ways.
	Pieces []string `json:"pieces,omitempty"`
	Cost   string   `json:"cost,omitempty"` // in points of the game, as the reader writes numbers: "4.5"
	Warn   string   `json:"warn,omitempty"` // a loss that it causes; the label names it, too
	// Rolls: a roll decides whether the piece comes there.
	Rolls bool `json:"rolls,omitempty"`
	// Far: a hex that the piece comes to over others, by the way that the game finds.
	Far bool `json:"far,omitempty"`
	// Write is how many characters the visitor may write here: what stands in the path is then ID and the text, of which Sample is an
	// example. 0: they press a button.
	Write  int    `json:"write,omitempty"`
	Sample string `json:"sample,omitempty"`
	File   int64  `json:"file,omitempty"` // how many bytes a file may have that goes with the text; 0: none does
}

// Closed is an option that is refused.
type Closed struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Hex   string `json:"hex,omitempty"` // as in [Option]
	Why   string `json:"why"`
	Rule  string `json:"rule,omitempty"` // the paragraph that refuses it
}

// Answer is an answer to a query, the odds of an attack, or the reasons of a program.
type Answer struct {
	Title string `json:"title,omitempty"`
	// Summary says in one line what it comes to. Of Lines, the first Heads say what it is about, and those that say the same as Bars
	// are left out.
	Summary string   `json:"summary,omitempty"`
	Heads   int      `json:"heads,omitempty"`
	Lines   []string `json:"lines"`
	// Bars are outcomes of which exactly one happens; none: there is no chart.
	Bars []Bar `json:"bars,omitempty"`
	// Overlay is what is drawn over the map, as SVG: see [Layers]; "": nothing.
	Overlay string `json:"overlay,omitempty"`
	// Prompt and Path are the answer to a question that is proposed, of a hint; "": none is.
	Prompt engine.PromptID `json:"prompt,omitempty"`
	Path   []string        `json:"path,omitempty"`
}

// Bar is one bar of a chart: Part of Of equal chances.
type Bar struct {
	Label string       `json:"label"`
	Part  int          `json:"part"`
	Of    int          `json:"of"`
	Class engine.Class `json:"class,omitempty"` // "good", "bad", "mixed", "even" for who acts; "": not rated
	Faces []string     `json:"faces,omitempty"` // of the one die that lead to it
}

// Button is something that may be done beside answering.
type Button struct {
	Do    string `json:"do"` // see [Action.Do]
	N     int    `json:"n,omitempty"`
	Label string `json:"label"`
	Word  string `json:"word,omitempty"` // by which it is typed, as at a terminal; "": it is not
	// Confirm is what is asked before it is done; "": it is done at once.
	Confirm string `json:"confirm,omitempty"`
	Yes     string `json:"yes,omitempty"` // the button that confirms it; "": that says Label
	// Text is the label of the text that goes with it; "": none does.
	Text string `json:"text,omitempty"`
	// Get is the address of a file that is fetched instead of doing anything; "": it is done.
	Get string `json:"get,omitempty"`
}

// Query is something that is answered about a match: GET ask?q=Name, with what it takes after it. Whatever else can
// be asked at a terminal is asked so, too.
type Query struct {
	Name  string `json:"name"`
	Label string `json:"label"` // of its button: "Where can it go?"
	Word  string `json:"word"`  // as it is typed
	Help  string `json:"help,omitempty"`
	// Takes is the one thing that it needs, "piece" or "hex"; "": it needs nothing. Queries that need
	// something else are typed.
	Takes string `json:"takes,omitempty"`
	// Of are the pieces on the map about which it can be asked; none: all.
	Of []string `json:"of,omitempty"`
}

// Line is one sentence of the record.
type Line struct {
	Text string `json:"text"`
	Rule string `json:"rule,omitempty"` // the paragraph that it follows from
	// Hexes are those that it names, CCRR; Pieces are the pieces that it names, of those which the viewer sees.
	Hexes  []string `json:"hexes,omitempty"`
	Pieces []string `json:"pieces,omitempty"`
}

// Entry is one decision of the record.
type Entry struct {
	Seq   int         `json:"seq"`
	Seat  engine.Seat `json:"seat,omitempty"`
	At    int64       `json:"at"`             // as a Unix time in milliseconds
	Turn  string      `json:"turn,omitempty"` // a heading, where a turn or phase begins
	Lines []Line      `json:"lines"`
	Rolls []Roll      `json:"rolls,omitempty"`
	Gone  bool        `json:"gone,omitempty"` // left behind: the match went back past it
	// Back is the decision to which the match goes back by this one; 0: it does not go back.
	Back     int  `json:"back,omitempty"`
	Standing bool `json:"standing,omitempty"` // an answer by a standing order
	Why      bool `json:"why,omitempty"`      // a computer player answered, and says why
}

// Roll is a roll or a draw.
type Roll struct {
	Text string `json:"text"` // what it was for
	// Proof is the address of what proves it; "": nothing does.
	Proof string `json:"proof,omitempty"`
	// Face is the number on the die, or the name of what was drawn; "": the viewer may not know all that came of it.
	Face string `json:"face,omitempty"`
	Die  int    `json:"die,omitempty"` // how many faces the die has; 0: it was drawn
	// Lines are the modifiers, Bars the outcomes of the die, of which one has Face among its faces; none: no table was used, or it is
	// older than [State.Since].
	Lines []string `json:"lines,omitempty"`
	Bars  []Bar    `json:"bars,omitempty"`
}

// Action is what a visitor does: the body of POST /m/{match}/do. In a course, at /learn/{game}/do, there are pick, draft, answer, order,
// undo, and hint for the order asked for.
type Action struct {
	// Key names the action: the same key is done once, and answered again. 8 to 64 letters, digits and hyphens.
	Key string `json:"key"`
	// Seen is that of the [State] by which it was decided. Where the match, or what is half built, has changed
	// since, the answer is 409 with the new state, and nothing was done. "": whatever there is.
	Seen string      `json:"seen"`
	Seat engine.Seat `json:"seat"`
	// Do is what is done:
	//
	//	pick      take Path, the options chosen so far: it is kept half built, or given where its one option is
	//	          the whole answer, leads to no attack, and stands nowhere on the board or can be taken back
	//	draft     keep Path half built; an empty one drops what is
	//	answer    give Path, a whole answer
	//	order     obey Text, as it is typed at a terminal
	//	undo      take back the last step of what is half built, or else the last answer, for free
	//	take-back ask the other seat to let the match go back to what it was after decision N
	//	accept, decline   what is offered; N of accept is that of its [Button]
	//	draw      offer a draw
	//	resign    give the match up
	//	pause, resume     propose that no clock runs; end that
	//	law       offer to adopt the newest law
	//	new-board offer to adopt board N
	//	hints     propose that hints may be asked for in a league match
	//	go-on     agree to go on after a backup was put back
	//	stand     leave the standing order Text; "standing …" is asked before, to see what it would do
	//	revoke    take standing order N back
	//	hint      ask what the usual program would answer, which the record says
	//	sit       who sits at the screen takes all seats that nobody has
	//	note      keep Text as the visitor's note about the match
	//	try       begin a sandbox; with Sandbox, begin it again
	//	dice      only in a sandbox: the next rolls come as Text says, "5 9"
	//	away      only in a sandbox: put it away
	//
	// In a sandbox there are pick, draft, answer, order and undo beside these.
	Do     string          `json:"do"`
	Prompt engine.PromptID `json:"prompt,omitempty"`
	Path   []string        `json:"path,omitempty"`
	Text   string          `json:"text,omitempty"`
	N      int             `json:"n,omitempty"`
	// Sandbox: it is done in the visitor's sandbox, and not in the match. Seat is whose eyes it was opened with.
	Sandbox bool `json:"sandbox,omitempty"`
}

// Outcome is what an action led to.
type Outcome struct {
	// State is the match after it, also where it was refused; nil: it cannot be shown.
	State *State `json:"state,omitempty"`
	// Lines tell the decisions that it led to.
	Lines   []string `json:"lines,omitempty"`
	Answer  *Answer  `json:"answer,omitempty"` // a hint, an account: what was asked for
	Refusal *Refusal `json:"refusal,omitempty"`
	// Unsure is what is to be confirmed: the same order is obeyed if it is given again, under another key.
	Unsure *Unsure `json:"unsure,omitempty"`
	// Repeated: it was done before, under the same key.
	Repeated bool `json:"repeated,omitempty"`
}

// Refusal is why something was not done, or not answered; it comes in an [Outcome], whatever was asked for. What the rules refuse,
// or cannot be done as the match stands, is answered by it with status 200: the request was understood. What the door itself
// refuses has the status that says why.
type Refusal struct {
	Text string `json:"text"`
	// Rule is the paragraph of the game that refuses; "": none does.
	Rule string `json:"rule,omitempty"`
	// Readings are our rulings on that paragraph.
	Readings []string `json:"readings,omitempty"`
	// Next says what to do instead.
	Next string `json:"next"`
	// Words may stand in the place of the word at fault.
	Words []string `json:"words,omitempty"`
}

// Unsure is what an order would throw away, or what the rules warn of.
type Unsure struct {
	Text     string   `json:"text"`
	Warnings []string `json:"warnings,omitempty"`
}

// Scene is what some decisions changed, to be shown one after the other.
type Scene struct {
	To    int      `json:"to"` // the last of them
	Lines []string `json:"lines"`
	// Overlay has the ways gone, the marks left and the pieces that are on the map no longer, as SVG.
	Overlay string `json:"overlay,omitempty"`
}

// Traces are what decisions from Since+1 to To have left on the map, as SVG: ways gone, attacks, marks, and pieces that are on
// the map no longer. An attack that was declared before and decided since is drawn, too.
type Traces struct {
	Since   int    `json:"since"`
	To      int    `json:"to"`
	Overlay string `json:"overlay,omitempty"`
}

// Completion is a word that may follow what was typed.
type Completion struct {
	Word  string `json:"word"`
	Label string `json:"label,omitempty"`
}

// Listed is a match in a list.
type Listed struct {
	Match   match.ID
	Title   string // of its game
	Status  string
	Seq     int
	At      int64    // of the last decision, as a Unix time in milliseconds
	Ago     string   // the same, said
	Players []string // the sides, with who plays them
	Asked   []string // whose move it is, said
	Yours   bool     // it is the visitor's
	Mine    bool     // the visitor has a seat
	Over    bool
	Watched bool   // as in [State]
	To      string // its address: of a watched match at its beginning
	Replay  string // the address of the page that plays it again; "": it is under way
}

// Event is sent by the stream of events, under the name "match": the match has changed.
type Event struct {
	Match match.ID `json:"match"`
	Seq   int      `json:"seq"`
}
