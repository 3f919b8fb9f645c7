package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// Other is a window of another browser than Chromium, with a mouse. Its methods fail the test it was opened for.
//
// Firefox is driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), WebKitGTK by WebDriver
// (https://www.w3.org/TR/webdriver2/): a command of each, as there is no library for Go that is kept and has both.
type Other struct {
	t     testing.TB
	visit func(address string) error
	// eval yields what an expression does, as JSON; a promise is not waited for.
	eval func(expression string) (string, error)
	// press clicks a point of the page.
	press func(x, y float64) error
}

// clicks are the actions of a mouse that clicks a point, which both protocols name alike.
func clicks(x, y float64) map[string]any {
	return map[string]any{"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"}, "actions": []map[string]any{
		{"type": "pointerMove", "x": int(x), "y": int(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
	}}
}

// OpenOther opens a window of "firefox" or "webkit". The test is skipped where Debian's firefox-esr, or webkit2gtk-driver and
// xvfb, is not installed.
func OpenOther(t testing.TB, name string) *Other {
	t.Helper()
	switch name {
	case "firefox":
		return firefox(t)
	case "webkit":
		return webkit(t)
	}
	t.Fatalf("browsertest: there is no browser %q: firefox, webkit", name)
	return nil
}

// listens is how Firefox says where it can be driven.
var listens = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

func firefox(t testing.TB) *Other {
	cmd := exec.Command(Program(t, "firefox-esr"), "--headless", "--no-remote", "--remote-debugging-port=0", "--width", "1280", "--height", "900", "--profile", t.TempDir())
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	run(t, cmd)
	said := bufio.NewScanner(out)
	address := ""
	for address == "" && said.Scan() {
		if m := listens.FindStringSubmatch(said.Text()); m != nil {
			address = m[1]
		}
	}
	if address == "" {
		t.Fatal("firefox does not say where it listens: ", said.Err())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // or it waits once the pipe is full
	line, answer, err := websocket.DefaultDialer.Dial(address+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close() // it is empty
	t.Cleanup(func() { _ = line.Close() })
	no := 0
	do := func(method string, params map[string]any, into any) error {
		no++
		if err := errors.Join(line.SetReadDeadline(time.Now().Add(Patience)), line.WriteJSON(map[string]any{"id": no, "method": method, "params": params})); err != nil {
			return err
		}
		for {
			var got struct {
				ID             int
				Result         json.RawMessage
				Error, Message string
			}
			switch err := line.ReadJSON(&got); {
			case err != nil:
				return err
			case got.ID != no: // an event
			case got.Error != "":
				return fmt.Errorf("%s: %s: %s", method, got.Error, got.Message)
			case into == nil:
				return nil
			default:
				return json.Unmarshal(got.Result, into)
			}
		}
	}
	var tree struct{ Contexts []struct{ Context string } }
	err = errors.Join(do("session.new", map[string]any{"capabilities": map[string]any{}}, nil), do("browsingContext.getTree", map[string]any{}, &tree))
	if err != nil || len(tree.Contexts) == 0 {
		t.Fatal("firefox has no window: ", err)
	}
	window := tree.Contexts[0].Context
	return &Other{
		t: t,
		visit: func(address string) error {
			return do("browsingContext.navigate", map[string]any{"context": window, "url": address, "wait": "complete"}, nil)
		},
		eval: func(expression string) (string, error) {
			var got struct {
				Result           struct{ Value string }
				ExceptionDetails struct{ Text string }
			}
			err := do("script.evaluate", map[string]any{
				"expression": "JSON.stringify(" + expression + ")", "target": map[string]any{"context": window}, "awaitPromise": false,
			}, &got)
			if err == nil && got.ExceptionDetails.Text != "" {
				err = errors.New(got.ExceptionDetails.Text)
			}
			return got.Result.Value, err
		},
		press: func(x, y float64) error {
			return do("input.performActions", map[string]any{"context": window, "actions": []any{clicks(x, y)}}, nil)
		},
	}
}

func webkit(t testing.TB) *Other {
	driver, screen := Program(t, "WebKitWebDriver"), Program(t, "xvfb-run")
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(screen, "--auto-servernum", "--server-args", "-screen 0 1280x900x24", driver, fmt.Sprintf("--port=%d", port))
	cmd.Env = append(os.Environ(), "WEBKIT_DISABLE_COMPOSITING_MODE=1", "LIBGL_ALWAYS_SOFTWARE=1")
	run(t, cmd)
	base := fmt.Sprintf("http://127.0.0.1:%d/session", port)
	do := func(path string, params map[string]any, into any) error {
		ctx, stop := context.WithTimeout(context.Background(), Patience)
		defer stop()
		body, err := json.Marshal(params)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		var got struct{ Value json.RawMessage }
		switch err := json.NewDecoder(resp.Body).Decode(&got); {
		case err != nil:
			return err
		case resp.StatusCode != http.StatusOK:
			return fmt.Errorf("%s: %s", path, got.Value)
		case into == nil:
			return nil
		}
		return json.Unmarshal(got.Value, into)
	}
	var session struct{ SessionID string }
	for end := time.Now().Add(Patience); ; time.Sleep(poll) {
		err := do("", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{}}}, &session)
		if err == nil {
			break
		}
		if !errors.As(err, new(*net.OpError)) || time.Now().After(end) {
			t.Fatal("WebKitWebDriver opens no window: ", err)
		}
	}
	base += "/" + session.SessionID
	return &Other{
		t:     t,
		visit: func(address string) error { return do("/url", map[string]any{"url": address}, nil) },
		eval: func(expression string) (out string, err error) {
			err = do("/execute/sync", map[string]any{"script": "return JSON.stringify(" + expression + ")", "args": []any{}}, &out)
			return out, err
		},
		press: func(x, y float64) error {
			return do("/actions", map[string]any{"actions": []any{clicks(x, y)}}, nil)
		},
	}
}

// run starts a browser, which is stopped with the test, and all that it has started.
func run(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	group(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop(cmd)
		_ = cmd.Wait() // it was stopped
	})
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// poll is how often a page is looked at that something is awaited of: it cannot tell by itself.
const poll = 50 * time.Millisecond

// Visit opens an address, and waits until its page has loaded.
func (o *Other) Visit(address string) {
	o.t.Helper()
	if err := o.visit(address); err != nil {
		o.t.Fatalf("visiting %s: %v", address, err)
	}
}

// look yields what an expression of JavaScript does, once that is true.
func (o *Other) look(expression string, into any) {
	o.t.Helper()
	var last error
	for end := time.Now().Add(Patience); time.Now().Before(end); time.Sleep(poll) {
		text, err := o.eval("(" + expression + ") || null")
		if last = err; err != nil || text == "" || text == "null" {
			continue
		}
		if err := json.Unmarshal([]byte(text), into); err != nil {
			o.t.Fatal(err)
		}
		return
	}
	seen, _ := o.eval("document.body.innerText")
	o.t.Fatalf("waiting for %s: %v\nthe page: %.3000s", expression, last, seen)
}

// Wait waits until an expression is true.
func (o *Other) Wait(expression string) {
	o.t.Helper()
	var is bool
	o.look("!!("+expression+")", &is)
}

// Click clicks an element with the mouse, once nothing covers or moves it. Selectors are those of [Tab.Click].
func (o *Other) Click(selector string) {
	o.t.Helper()
	for was := (point{}); ; {
		var now point
		if o.look(fmt.Sprintf(free, quote(selector)), &now); now == was {
			if err := o.press(now.X, now.Y); err != nil {
				o.t.Fatalf("clicking %s: %v", selector, err)
			}
			return
		}
		was = now
		time.Sleep(poll)
	}
}
