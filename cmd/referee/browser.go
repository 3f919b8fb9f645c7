package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

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
