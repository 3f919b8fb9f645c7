package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
)

// ErrTooMany says that there are more answers than may be counted.
var ErrTooMany = errors.New("enginetest: too many answers to count")

// Perft counts the rows of depth decisions that may follow a position. Of
// several open questions the first is answered; a face of a die is an answer. A
// match that ends sooner counts as one row. It stops with ErrTooMany after limit
// nodes of the trees of answers; 0: never.
func Perft(pos engine.Position, depth, limit int) (int, error) {
	c := &counter{limit: limit}
	n := c.count(pos, depth)
	return n, c.err
}

// Divide is Perft split by the first decision, in the order of the options.
func Divide(pos engine.Position, depth, limit int) ([]Branch, error) {
	c := &counter{limit: limit}
	var branches []Branch
	prompts := pos.Prompts()
	if len(prompts) == 0 || depth == 0 {
		return nil, nil
	}
	c.answers(pos, prompts[0], nil, func(path []string, next engine.Position) int {
		n := c.count(next, depth-1)
		branches = append(branches, Branch{Path: slices.Clone(path), Count: n})
		return n
	})
	return branches, c.err
}

// Branch is a first decision and the number of rows that begin with it.
type Branch struct {
	Path  []string
	Count int
}

type counter struct {
	limit int
	nodes int
	err   error
}

func (c *counter) count(pos engine.Position, depth int) int {
	prompts := pos.Prompts()
	if depth == 0 || len(prompts) == 0 || c.err != nil {
		return 1
	}
	return c.answers(pos, prompts[0], nil, func(_ []string, next engine.Position) int {
		return c.count(next, depth-1)
	})
}

// answers adds up what each whole answer to a question counts.
func (c *counter) answers(pos engine.Position, q engine.Prompt, path []string, each func([]string, engine.Position) int) int {
	if c.err != nil {
		return 0
	}
	if c.nodes++; c.limit > 0 && c.nodes > c.limit {
		c.err = fmt.Errorf("%w: more than %d nodes", ErrTooMany, c.limit)
		return 0
	}
	node, err := pos.Options(q.ID, path)
	if err != nil {
		c.err = &DeadEndError{Prompt: q.ID, Path: slices.Clone(path), Err: err}
		return 0
	}
	if node.Done {
		out, err := pos.Submit(1, q.Seat, q.ID, path)
		if err != nil {
			c.err = err
			return 0
		}
		return each(path, out.Position)
	}
	total := 0
	for _, o := range node.Options {
		total += c.answers(pos, q, append(path, o.Element()), each)
	}
	return total
}
