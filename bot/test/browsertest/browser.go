// Package browsertest lets tests use a page as people do: with a mouse, a keyboard or a finger, in Debian's
// headless Chromium. A test program starts one browser when its first test asks for a tab; each [Open] gets
// cookies of its own, like a separate visitor.
//
//	func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }
//
//	func TestPage(t *testing.T) {
//		tab := browsertest.Open(t, browsertest.Phone)
//		tab.Visit(server.URL)
//		tab.Tap(`[data-piece="a"]`)
//		tab.Wait(`document.querySelector("#said").textContent.includes("moved")`)
//	}
//
// Nothing here sleeps for a fixed time: an action waits until the page allows it, and fails its test after
// [Patience]. An error that the page writes to the console fails the test too, unless it was announced as
// expected.
//
// Tests that open a tab take seconds: they run with -slow (see [thorough.Slow]), which .ci/run sets.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referee/engine/enginetest/thorough"
)

// Patience is how long an action may take at most, on a machine that has much else to do.
const Patience = time.Minute

// browser is the one of this test program.
var browser struct {
	sync.Mutex
	managed bool            // Main runs
	ctx     context.Context // of its first tab, which nobody uses
	stop    func()
}

// Main runs the tests of a program, and then stops the browser that they shared.
func Main(m *testing.M) int {
	browser.managed = true
	code := m.Run()
	browser.Lock()
	defer browser.Unlock()
	if browser.stop != nil {
		browser.stop()
	}
	return code
}

// shared is the browser of the program, which it starts at the first call.
func shared(t testing.TB) context.Context {
	t.Helper()
	path := Program(t, "chromium")
	browser.Lock()
	defer browser.Unlock()
	if !browser.managed {
		t.Fatal("browsertest: TestMain must call browsertest.Main, so that the browser is stopped")
	}
	if browser.ctx != nil {
		return browser.ctx
	}
	ctx, stop, err := start(path)
	if err != nil {
		t.Fatalf("starting %s: %v", path, err)
	}
	browser.ctx, browser.stop = ctx, stop
	return ctx
}

// start starts a browser with an empty profile.
func start(path string) (context.Context, func(), error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.Flag("disable-component-update", true),
		chromedp.IgnoreCertErrors, chromedp.Flag("hide-scrollbars", true), chromedp.Flag("lang", "en"))
	allocator, release := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, quit := chromedp.NewContext(allocator)
	stop := func() {
		quit()
		release()
	}
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, nil, err
	}
	return ctx, stop, nil
}

// Fresh starts a browser of the test's own, and says how to stop it before the end of the
// test: for measurements of what a browser does that has only just been started.
func Fresh(t testing.TB, options ...Option) (tab *Tab, stop func()) {
	t.Helper()
	ctx, stop, err := start(Program(t, "chromium"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return open(t, ctx, options), stop
}

// Program is where a program that takes seconds is installed. The test is skipped without -slow, and without the
// program; there it fails where .ci/run should have installed it.
func Program(t testing.TB, name string) string {
	t.Helper()
	thorough.Slow(t)
	path, err := exec.LookPath(name)
	if err != nil {
		lacks(t, fmt.Sprintf("%s is not installed: Debian's package is called %s", name, name), os.Getenv("CI") != "")
	}
	return path
}

// Module is a file of a package of npm in the directory that NODE_PATH names, as .ci/run
// installs it by .ci/npm. Without it the test is skipped.
func Module(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("NODE_PATH")
	if dir == "" {
		lacks(t, "NODE_PATH names no directory with packages of npm: run npm ci in .ci/npm, and name its node_modules", false)
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		lacks(t, fmt.Sprintf("there is no %s in NODE_PATH: run npm ci in .ci/npm", name), false)
	} else if err != nil {
		t.Fatal(err)
	}
	return path
}

func lacks(t testing.TB, what string, fatal bool) {
	t.Helper()
	if fatal {
		t.Fatal(what)
	}
	t.Skip(what)
}
