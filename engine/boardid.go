package engine

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a BoardID.
const (
	MostBoardName    = 40 // characters of a name, and of an author
	MostBoardVersion = 9999
)

// BoardID says which board this is: the content of the file board.csv of a data set. The zero BoardID is that of a data
// set without a name: the one built in, or a directory of the operator's own.
type BoardID struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
	Author  string `json:"author"`
}

// Called is the name with the version: "Anna's box 3"; "" without a name.
func (id BoardID) Called() string {
	if id.Name == "" {
		return ""
	}
	return fmt.Sprintf("%s %d", id.Name, id.Version)
}

// Check says what is wrong with a board's name, version or author; nil: nothing is.
func (id BoardID) Check() error {
	switch {
	case !ValidBoardName(id.Name):
		return fmt.Errorf("name: %q is not made of 1 to %d Latin letters, digits, spaces, hyphens and apostrophes", id.Name, MostBoardName)
	case BoardWord(id.Name) == BoardWord(BoardBuiltIn) || BoardWord(id.Name) == BoardWord(BoardOwn):
		return fmt.Errorf("name: %q means another board: choose a name of your own", id.Name)
	case id.Version < 1 || id.Version > MostBoardVersion:
		return fmt.Errorf("version: %d is not between 1 and %d", id.Version, MostBoardVersion)
	case !ValidBoardName(id.Author):
		return fmt.Errorf("author: %q is not made of 1 to %d Latin letters, digits, spaces, hyphens and apostrophes", id.Author, MostBoardName)
	}
	return nil
}

// ValidBoardName reports whether a text can name a board or a person: letters of one direction, none of them hidden, and no
// second blank that readers cannot see.
func ValidBoardName(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= MostBoardName && strings.Join(strings.Fields(s), " ") == s && strings.ContainsFunc(s, unicode.IsLetter) &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return !unicode.In(r, unicode.Latin) && (r < '0' || r > '9') && r != ' ' && r != '-' && r != '\''
		})
}

// What players choose instead of the name of a board.
const (
	BoardBuiltIn = "built-in" // the data set that comes with the program
	BoardOwn     = "own"      // the directory that the operator has configured
)

// BoardWord is the name of a board as one word to type: "annas-box". Names with the same word are one name.
func BoardWord(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(strings.NewReplacer("'", "", "’", "").Replace(name)), func(r rune) bool {
		return r == '-' || r == '_' || unicode.IsSpace(r)
	}), "-")
}
