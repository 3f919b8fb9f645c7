package control

import "time"

// Status is the status of a process and its store.
type Status struct {
	Version string    `json:"version"`
	Since   time.Time `json:"since"` // when it was started
	Pid     int       `json:"pid"`
	Matches int       `json:"matches"`
	Open    int       `json:"open"` // matches that are not over
	Leagues int       `json:"leagues"`
	Outbox  int       `json:"outbox"` // places with something waiting to be sent
	// Free and Size are bytes: on the disk of the store, and of its file.
	Free uint64 `json:"free"`
	Size int64  `json:"size"`
	// Keys says why the next start would refuse the key file; "": it would not.
	Keys string `json:"keys,omitempty"`
	// Board is where the board of a local table is open in the browser, with what lets its reader
	// in; "": it is open nowhere.
	Board string `json:"board,omitempty"`
	// Backups is the state of the scheduled backups; nil if there are none.
	Backups *Backups `json:"backups,omitempty"`
}

// Backups is the state of the scheduled backups.
type Backups struct {
	Dir    string    `json:"dir"`
	Last   time.Time `json:"last,omitzero"` // when the last that was proven was taken
	File   string    `json:"file,omitempty"`
	Bytes  int64     `json:"bytes,omitempty"`
	Failed time.Time `json:"failed,omitzero"` // when the last try failed, if later
	Fault  string    `json:"fault,omitempty"` // why
}
