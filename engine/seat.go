package engine

// Seat is one side of a match, in the game's words ("german"), or Chance.
type Seat string

// Chance is the seat that answers dice and draws. A roller sits there.
const Chance Seat = "chance"

// Viewer is who looks: a seat's name, Spectator or Judge.
type Viewer string

// Viewers that are no seat.
const (
	Spectator Viewer = "spectator" // sees what everybody sees
	Judge     Viewer = "judge"     // sees everything
)

// Sees reports whether a viewer may see what only seat may.
func (v Viewer) Sees(seat Seat) bool { return v == Judge || v == Viewer(seat) }
