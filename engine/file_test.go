package engine

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestFileNames: of the names that strangers give files a plain one is left.
func TestFileNames(t *testing.T) {
	long := strings.Repeat("long ", 60) + ".vsav"
	for name, want := range map[string]string{
		"turn 3.vsav": "turn 3.vsav", "../../etc/passwd": "passwd", `C:\games\map.png`: "map.png", "a\u202egnp.exe": "agnp.exe", "two\nlines\x00.txt": "twolines.txt",
		"": "file", "..": "file", "...": "file", "\u200f\u200e": "file", "carte d’état.png": "carte d’état.png", "<b>&\"'%.gif": "<b>&\"'%.gif", ".htaccess": "htaccess",
		long: strings.Repeat("long ", 11) + ".vsav", "\xff\xfe.png": "png", "日本.webp": "日本.webp",
	} {
		if got := NewFile(name, []byte("x")).Name; got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
	if f := NewFile(strings.Repeat("x", 300), nil); len(f.Name) != mostFileName {
		t.Errorf("a name of %d characters", len(f.Name))
	}
}

// FuzzWithFile: a file behind a text is read as it was written, alone and within JSON, and any other text is no file.
func FuzzWithFile(f *testing.F) {
	f.Add("Your move.", "turn 3.vsav", []byte("x"))
	f.Add("a file:b", "<b>&\"'%+ .gif", []byte("y"))
	f.Add("", "日本.webp", []byte("z"))
	f.Add(WithFile("twice", NewFile("a.png", []byte("a"))), "b.png", []byte("b"))
	f.Fuzz(func(t *testing.T, text, name string, body []byte) {
		file := NewFile(name, body)
		if fileName(file.Name) != file.Name || utf8.RuneCountInString(file.Name) > mostFileName {
			t.Fatalf("%q is called %q", name, file.Name)
		}
		if len(body) == 0 || !utf8.ValidString(text) {
			return
		}
		both := WithFile(text, file)
		got, is := CutFile(both)
		if is == nil || got != cmp.Or(text, file.Name) || *is != file {
			t.Fatalf("%q is read as %q and %v", both, got, is)
		}
		data, err := json.Marshal(map[string]string{"text": both})
		if list := FilesIn(string(data)); err != nil || len(list) == 0 || list[len(list)-1] != file {
			t.Fatalf("%s has the files %v", data, list)
		}
		if o := (Option{Write: 1000, File: true}); o.Is(TextMark+cmp.Or(text, file.Name)) && !o.Is(TextMark+both) {
			t.Errorf("%q is refused", both)
		}
	})
}

// TestOtherFiles: what a player types that is not quite a file is a text.
func TestOtherFiles(t *testing.T) {
	hash := strings.Repeat("a", 64)
	for _, text := range []string{
		"", " file:", "x file:" + hash, "x file:" + hash + "/1/", "x file:" + hash + "/0/a", "x file:" + hash + "/01/a", "x file:" + hash + "/8388609/a", "x file:" + hash + "/1/a/b",
		"x file:" + strings.ToUpper(hash) + "/1/a", "x file:" + hash + "/1/..%2Fa", "x file:" + hash + "/1/%e2%80%ae", "x file:" + hash + "/1/" + strings.Repeat("a", 61), "x file:" + hash + "/1/a b",
	} {
		if got, f := CutFile(text); got != text || f != nil {
			t.Errorf("%q is read as %q and %v", text, got, f)
		}
	}
	o := Option{Write: 3, File: true}
	for text, want := range map[string]bool{"abc": true, "abcd": false, "abc file:" + hash + "/1/a": true, " file:" + hash + "/1/a": false, "abcd file:" + hash + "/1/a": false} {
		if o.Is(TextMark+text) != want {
			t.Errorf("%q is an answer: %t", text, !want)
		}
	}
	if text := "abc file:" + hash + "/1/a"; (&Option{Write: 3}).Is(TextMark + text) {
		t.Error("a file goes where none is asked for")
	}
}

// TestPictureOfAView: the newest picture is shown, by its name.
func TestPictureOfAView(t *testing.T) {
	v := View{Files: []File{{Name: "log.vsav"}, {Name: "page.html"}, {Name: "drawing.svg"}, {Name: "new.JPEG"}, {Name: "old.png"}}}
	if f, ok := v.Picture(); !ok || f.Name != "new.JPEG" {
		t.Errorf("%v is shown", f)
	}
	if f, ok := (View{Files: v.Files[:3]}).Picture(); ok {
		t.Errorf("%v is shown", f)
	}
}
