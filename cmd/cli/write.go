package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"referee/bot/files"
)

// WriteFile writes a file in one go.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, files.Reason(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return write(f)
}
