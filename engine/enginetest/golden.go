package enginetest

import (
	"bytes"
	"os"
	"testing"
)

// Golden fails a test unless a text is that of a file, which must not be empty. With update
// the file is written first.
func Golden(t testing.TB, update bool, path string, got []byte) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !bytes.Equal(got, want) {
		t.Errorf("%s differs (rewrite it with -update, if that is meant)\n got:\n%s\nwant:\n%s", path, got, want)
	}
}
