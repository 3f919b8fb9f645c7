package match

import "referee/engine"

// Board is a data set with a name, as a shelf keeps it beside the matches: its files are found by their hash.
type Board struct {
	engine.BoardID
	Game       string           `json:"game"`
	Data       string           `json:"data"` // hash of the data set
	Signatures []BoardSignature `json:"signatures,omitempty"`
	// Home is the club whose matches and leagues alone are offered it; "": all are.
	Home string `json:"home,omitempty"`
	// Off says that it is not offered: not yet, or no longer. What is played on it keeps it.
	Off bool `json:"off,omitempty"`
}

// BoardSignature is that of somebody who has compared a board with a copy of the game that they own.
type BoardSignature struct {
	By        string `json:"by"`        // the name that they give
	Key       []byte `json:"key"`       // Ed25519
	Signature []byte `json:"signature"` // over game, hash and By
}
