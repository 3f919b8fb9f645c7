package engine

// Seat is one side of a match, in the game's words ("red"), or Chance.
type Seat string

// Chance is the seat that answers rolls and draws. The dice server answers for it.
const Chance Seat = "chance"

// Viewer is the audience of a position: a seat's name, Spectator or Judge.
type Viewer string

// Viewers other than seats.
const (
	Spectator Viewer = "spectator" // sees what everybody sees
	Judge     Viewer = "judge"     // sees everything
)

// Sees reports whether a viewer may see the secrets of a seat.
func (v Viewer) Sees(seat Seat) bool { return v == Judge || v == Viewer(seat) }
