//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// opener writes a program in place of a browser into a directory. It tells a pipe what it is called with.
func opener(t *testing.T) (dir, program, pipe string) {
	t.Helper()
	dir = t.TempDir()
	program, pipe = filepath.Join(dir, "browse"), filepath.Join(dir, "opened")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >"+pipe+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir, program, pipe
}

// TestBrowserIsCalled: BROWSER names commands, of which the first that is there is called with the
// address; where it names none, or there is no screen, nothing is.
func TestBrowserIsCalled(t *testing.T) {
	dir, program, pipe := opener(t)
	const link = "http://127.0.0.1:1/x"
	for browser, want := range map[string]string{
		program:                   link,
		program + " --new %s end": "--new " + link + " end",
		filepath.Join(dir, "absent") + "::" + program: link,
	} {
		t.Setenv("BROWSER", browser)
		if !openBrowser(link) {
			t.Errorf("BROWSER=%s: none is called", browser)
			continue
		}
		got, err := os.ReadFile(pipe)
		if err != nil || string(got) != want+"\n" {
			t.Errorf("BROWSER=%s is called with %q, %v", browser, got, err)
		}
	}
	for _, none := range []string{"", filepath.Join(dir, "absent")} {
		t.Setenv("BROWSER", none)
		if openBrowser(link) {
			t.Errorf("BROWSER=%s: one is called", none)
		}
	}
}

// TestTheTokenStandsInNoCommandLine: what opens a browser is given a file, which its user alone can read, and which leads to the link; it
// is gone with the table.
func TestTheTokenStandsInNoCommandLine(t *testing.T) {
	dir, program, pipe := opener(t)
	t.Setenv("BROWSER", program)
	const link = "http://127.0.0.1:1/enter/SECRET"
	remove, err := openPrivately(privateDir(filepath.Join(dir, "referee.db")), link)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(pipe)
	if err != nil {
		t.Fatal(err)
	}
	path, isFile := strings.CutPrefix(strings.TrimSpace(string(got)), "file://")
	if !isFile || strings.Contains(string(got), "SECRET") {
		t.Fatalf("it is called with %q", got)
	}
	is, err := os.Stat(path)
	if err != nil || is.Mode().Perm() != 0o600 || filepath.Dir(path) != dir {
		t.Errorf("the file is %v, %v", is, err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), `content="0; url=`+link+`"`) {
		t.Errorf("it holds %q, %v", text, err)
	}
	if err := remove(); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.html")); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
