package boardfile

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"referee/engine"
	"referee/engine/match"
)

// signed is what a signature is over.
func signed(b match.Board, by string) []byte {
	return []byte(Format + "\n" + b.Game + "\n" + b.Data + "\n" + by)
}

// Sign adds the signature of somebody who has compared the board with their copy.
func (f *File) Sign(key ed25519.PrivateKey, by string) error {
	public, _ := key.Public().(ed25519.PublicKey)
	return f.Add([]match.BoardSignature{{By: by, Key: public, Signature: ed25519.Sign(key, signed(f.Board, by))}})
}

// check refuses a signature that does not hold.
func check(b match.Board, s match.BoardSignature) error {
	if !engine.ValidBoardName(s.By) {
		return fmt.Errorf("signature: %.60q is not the name of a person: use 1 to %d Latin letters, digits, spaces, hyphens and apostrophes", s.By, engine.MostBoardName)
	}
	if len(s.Key) != ed25519.PublicKeySize || !ed25519.Verify(s.Key, signed(b, s.By), s.Signature) {
		return fmt.Errorf("the signature of %s does not match the board: ask for the file again", s.By)
	}
	return nil
}

const pemType = "PRIVATE KEY"

// NewKey makes a key to sign with, and its text for a file.
func NewKey() (ed25519.PrivateKey, []byte, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	return key, pem.EncodeToMemory(&pem.Block{Type: pemType, Bytes: der}), err
}

// ReadKey reads the text of a file with a key to sign with.
func ReadKey(text []byte) (ed25519.PrivateKey, error) {
	if block, _ := pem.Decode(text); block != nil && block.Type == pemType {
		if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
			if key, ok := key.(ed25519.PrivateKey); ok {
				return key, nil
			}
		}
	}
	return nil, errors.New("it does not contain an Ed25519 key: name another file, and its key is made")
}
