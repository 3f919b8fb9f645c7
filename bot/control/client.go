package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// Client asks the process that holds a store.
type Client struct {
	path string
	http *http.Client
}

// Dial finds the process that holds a store. It returns ErrNobody or ErrForbidden,
// wrapped, if there is none that answers.
func Dial(db string) (*Client, error) {
	path, err := Path(db)
	if err != nil {
		return nil, err
	}
	first, err := dial(path)
	if err != nil {
		return nil, err
	}
	if err := first.Close(); err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	connect := func(context.Context, string, string) (net.Conn, error) { return dial(path) }
	return &Client{path, &http.Client{Transport: &http.Transport{DialContext: connect, DisableKeepAlives: true}}}, nil
}

// Snapshot copies the store to w, and returns the hash over its heads.
func (c *Client) Snapshot(ctx context.Context, w io.Writer) (heads string, err error) {
	r, err := c.do(ctx, http.MethodGet, waySnapshot, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Body.Close()) }()
	if _, err := io.Copy(w, r.Body); err != nil {
		return "", fmt.Errorf("control: copy: %w", err)
	}
	if heads = r.Trailer.Get(headsTrailer); heads == "" {
		return "", errors.New("control: the copy is incomplete")
	}
	return heads, nil
}

// Pack asks the process to pack what is finished and old.
func (c *Client) Pack(ctx context.Context) (p Packed, err error) {
	err = c.ask(ctx, http.MethodPost, wayPack, nil, &p)
	return p, err
}

// Shelve asks the process to put the board of a board file on its shelf.
func (c *Client) Shelve(ctx context.Context, file io.Reader) error {
	return c.ask(ctx, http.MethodPost, wayShelve, file, new(any))
}

// Status asks for the status of the process.
func (c *Client) Status(ctx context.Context) (s Status, err error) {
	err = c.ask(ctx, http.MethodGet, wayStatus, nil, &s)
	return s, err
}

func (c *Client) ask(ctx context.Context, method, way string, body io.Reader, result any) error {
	r, err := c.do(ctx, method, way, body)
	if err != nil {
		return err
	}
	return errors.Join(json.NewDecoder(r.Body).Decode(result), r.Body.Close())
}

// mostError is how many bytes of an error are read.
const mostError = 64 << 10

// do sends a request, and returns the answer if it is not an error.
func (c *Client) do(ctx context.Context, method, way string, body io.Reader) (*http.Response, error) {
	q, err := http.NewRequestWithContext(ctx, method, "http://referee"+way, body)
	if err != nil {
		return nil, err
	}
	r, err := c.http.Do(q)
	if err != nil {
		return nil, fmt.Errorf("control: ask at %s: %w", c.path, err)
	}
	if r.StatusCode == http.StatusOK {
		return r, nil
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, mostError))
	err = errors.Join(err, r.Body.Close())
	if err != nil {
		return nil, fmt.Errorf("control: ask at %s: %w", c.path, err)
	}
	switch r.StatusCode {
	case http.StatusForbidden:
		return nil, fmt.Errorf("control: %s: %w", c.path, ErrForbidden)
	case http.StatusNotFound:
		return nil, fmt.Errorf("control: the process at %s does not know %s: is it another version?", c.path, way)
	}
	return nil, errors.New(strings.TrimSpace(string(text)))
}
