package referee

import (
	"fmt"

	"referee/engine"
	"referee/engine/match"
)

// boardArg is what a board is called, as the argument "board": the beginning of its hash if it has no name; nothing of nil.
func boardArg(b *match.BoardChange) engine.Arg {
	if b == nil {
		return engine.Text("board", "")
	}
	if name := b.ID().Called(); name != "" {
		return engine.Text("board", name)
	}
	return engine.Text("board", fmt.Sprintf("%.8s", b.Data))
}
