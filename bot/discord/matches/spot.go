package matches

import (
	"hash/fnv"
	"strconv"

	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/match"
)

// spot is a place in the answer to a prompt: what stands in the id of a
// component that continues from there. The path itself stays on the server; its
// mark tells whether that is still the one that the component was made for.
type spot struct {
	match  match.ID
	prompt engine.PromptID
	mark   string
	apart  string // "try-" in a sandbox, "learn-" in a course; "": in a match
}

// SpotOf is where a path of answers stands.
func SpotOf(id match.ID, prompt engine.PromptID, answers []string) spot {
	return spot{match: id, prompt: prompt, mark: markOf(answers)}
}

// markOf is a short digest of a path of answers: "0" for the root.
func markOf(answers []string) string {
	if len(answers) == 0 {
		return "0"
	}
	h := fnv.New32a()
	for _, a := range answers {
		_, _ = h.Write([]byte(a)) // never fails
		_, _ = h.Write([]byte{0})
	}
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// path is a path that begins with what is done, at the spot.
func (s spot) path(what string, more ...string) wire.Path {
	return append(wire.Path{s.apart + what, string(s.match), string(s.prompt), s.mark}, more...)
}
