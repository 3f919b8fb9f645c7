package study

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"referee/cmd/cli"
)

// Print prints the parts of a result as JSON, one a line. It returns [cli.ErrFound] if something wrong was found.
func Print(to io.Writer, wrong bool, parts ...any) error {
	lines := json.NewEncoder(to)
	for _, part := range parts {
		if err := lines.Encode(part); err != nil {
			return fmt.Errorf("write result: %w", err)
		}
	}
	if wrong {
		return cli.ErrFound
	}
	return nil
}

// Rounded rounds to two digits after the point, and never to -0.
func Rounded(x float64) float64 { return math.Round(100*x)/100 + 0 }
