//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestBrowserIsCalled: BROWSER names commands, of which the first that is there is called with the
// address; where it names none, or there is no screen, nothing is.
func TestBrowserIsCalled(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "opened")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "browse")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >"+pipe+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
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
