package main

import (
	"errors"
	"fmt"
	"html"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// openPrivately shows an address with a secret in it in the browser of whoever sits here, by a file of theirs alone that leads there:
// everybody on a machine can read command lines. The file is in a directory, and gone when it is removed.
func openPrivately(dir, address string) (remove func() error, err error) {
	remove = func() error { return nil }
	if len(browsers()) == 0 {
		return remove, nil
	}
	f, err := os.CreateTemp(dir, "referee-board-*.html")
	if err != nil {
		return remove, err
	}
	remove = func() error { return os.Remove(f.Name()) }
	to := html.EscapeString(address)
	_, err = fmt.Fprintf(f, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"+
		"<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n<title>referee</title>\n<a href=\"%s\">referee</a>\n", to, to)
	path, unknown := filepath.Abs(f.Name())
	if err = errors.Join(err, f.Close(), unknown); err == nil {
		openBrowser(fileURL(path))
	}
	return remove, err
}

// privateDir is where that file is: beside the store, where there is one, as some browsers are not let into the directory for
// temporary files; else there.
func privateDir(db string) string {
	dir := filepath.Dir(db)
	if is, err := os.Stat(dir); err != nil || !is.IsDir() {
		return ""
	}
	return dir
}

// fileURL is the address of a file.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive of Windows
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// openBrowser shows an address in the browser of whoever sits here, and reports whether one was
// started. What becomes of it is the browser's business: the board is there without it.
func openBrowser(address string) bool {
	for _, command := range browsers() {
		words := strings.Fields(command)
		if len(words) == 0 {
			continue
		}
		if !strings.Contains(command, "%s") {
			words = append(words, "%s")
		}
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "%s", address)
		}
		browser := exec.Command(words[0], words[1:]...)
		browser.SysProcAttr = apart()
		if browser.Start() == nil {
			go func() { _ = browser.Wait() }() // so that nothing is left of it in the list of processes
			return true
		}
	}
	return false
}

// browsers are commands that may show an address, the best first. BROWSER names them, as elsewhere,
// with %s for the address or without. Without a screen there are none.
func browsers() []string {
	if set, ok := os.LookupEnv("BROWSER"); ok {
		return filepath.SplitList(set)
	}
	switch {
	case runtime.GOOS == "darwin":
		return []string{"open"}
	case runtime.GOOS == "windows":
		return []string{"rundll32 url.dll,FileProtocolHandler"}
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return nil
	}
	return []string{"xdg-open", "x-www-browser"}
}
