package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// File is a file that a player has handed in with a text, such as the log of another program or a picture. The record has its name,
// size and hash, and its bytes are kept beside it, or lost. Nothing is known of them: the server does not read them, and a page offers
// them for download, as text/html or an SVG picture would run in a browser. Only what [File.Picture] reports may be shown as a picture,
// by a browser that is told not to guess its type.
type File struct {
	Name string `json:"name"` // 1 to 60 visible characters, without a path
	Size int64  `json:"size"` // in bytes: 1 to MostFile
	Hash string `json:"hash"` // SHA-256, 64 hex digits
}

// MostFile is how many bytes a file may have.
const MostFile = 8 << 20

const (
	mostFileName = 60 // characters
	mostFileEnd  = 12 // of these, how many are kept of a longer name's end
)

// NewFile describes the bytes of a file. What no name should have is left out of its name.
func NewFile(name string, body []byte) File {
	sum := sha256.Sum256(body)
	return File{fileName(name), int64(len(body)), hex.EncodeToString(sum[:])}
}

// fileName is what a name has of visible characters behind its last slash; "file" if there are none.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, name[strings.LastIndexAny(name, `/\`)+1:])
	name = strings.Trim(strings.Join(strings.Fields(name), " "), ". ")
	if letters, end := []rune(name), []rune(path.Ext(name)); len(letters) > mostFileName {
		end = end[:min(len(end), mostFileEnd)]
		name = strings.Trim(string(letters[:mostFileName-len(end)])+string(end), ". ")
	}
	return cmp.Or(name, "file")
}

// Picture reports whether a browser can show the file as a picture, if it is what its name says.
func (f File) Picture() bool {
	return slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".webp"}, strings.ToLower(path.Ext(f.Name)))
}

// fileMark is the notation of a file in a text, which no quotation, JSON or page writes otherwise.
var fileMark = regexp.MustCompile(` file:([0-9a-f]{64})/([1-9][0-9]{0,6})/([\w.~%+-]{1,720})`)

// WithFile puts a file behind a text, or else behind its name, as an element of an answer has it: the text, " file:", the hash, the size
// and the name, escaped as in the query of an address, with slashes between them.
func WithFile(text string, f File) string {
	return cmp.Or(text, f.Name) + " file:" + f.Hash + "/" + strconv.FormatInt(f.Size, 10) + "/" + url.QueryEscape(f.Name)
}

// CutFile returns a text without the file that is behind it; nil: there is none, and all of it is the text.
func CutFile(text string) (string, *File) {
	if i := strings.LastIndex(text, " file:"); i >= 0 {
		if files := FilesIn(text[i:]); len(files) == 1 && WithFile(text[:i], files[0]) == text {
			return text[:i], &files[0]
		}
	}
	return text, nil
}

// FilesIn lists the files that are named anywhere in a text, in their order. It may be JSON.
func FilesIn(text string) []File {
	var out []File
	for _, m := range fileMark.FindAllStringSubmatch(text, -1) {
		size, _ := strconv.ParseInt(m[2], 10, 64) // it has digits alone
		name, err := url.QueryUnescape(m[3])
		if err == nil && size <= MostFile && name == fileName(name) && url.QueryEscape(name) == m[3] {
			out = append(out, File{name, size, m[1]})
		}
	}
	return out
}
