package referee

import (
	"errors"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/refusal"
)

// Explain says to a player why something was not done. What may be typed
// instead stands in *OrderError.
func Explain(err error) engine.Msg {
	var plain *refusal.Error
	var order *OrderError
	var illegal *engine.Illegal
	var fault *Fault
	var rests *RestsError
	var unsure *UnsureError
	var listed *dice.ListedError
	switch {
	case errors.As(err, &fault):
		return engine.Say("referee.fault", engine.Text("id", fault.ID))
	case errors.As(err, &order):
		if order.Err == nil {
			return Typing(order.Why)
		}
		return order.Why
	case errors.As(err, &unsure):
		return unsure.explain()
	case errors.As(err, &listed) && listed.Face == "":
		return engine.Say("referee.refuse.listed-end", engine.Num("no", listed.No), engine.Text("faces", listed.Faces))
	case errors.As(err, &listed):
		return engine.Say("referee.refuse.listed", engine.Num("no", listed.No), engine.Text("face", listed.Face), engine.Text("faces", listed.Faces))
	case errors.As(err, &illegal):
		return Refused(illegal)
	case errors.As(err, &rests):
		return rests.explain()
	case errors.As(err, &plain):
		return engine.Say(plain.Key)
	}
	return engine.Say("referee.failed", engine.Text("error", err.Error()))
}
