package vrf

import (
	"bytes"
	"crypto/sha512"
	"errors"
	"fmt"
	"slices"

	"filippo.io/edwards25519"
)

// Sizes in bytes.
const (
	SecretSize = 32 // of what a Key is made of
	PublicSize = 32 // of a public key: a point
	ProofSize  = pointSize + challengeSize + scalarSize
	OutputSize = sha512.Size

	pointSize     = 32
	challengeSize = 16
	scalarSize    = 32
)

// Bytes that tell the uses of the hash apart (5.4, 5.5).
const (
	suite          = 0x03
	frontPoint     = 0x01
	frontChallenge = 0x02
	frontOutput    = 0x03
	back           = 0x00
)

var (
	// ErrKey is wrapped by errors about the bytes of a public key.
	ErrKey = errors.New("vrf: no valid public key")
	// ErrProof is wrapped by errors about a proof: its form, or that it does not
	// hold for the key and the message.
	ErrProof = errors.New("vrf: no valid proof")

	errPoint   = errors.New("not the canonical form of a point")
	errNoPoint = errors.New("vrf: no counter gives a point for this message")
)

// Key is a secret key, made by [NewKey]. It never changes.
type Key struct {
	scalar *edwards25519.Scalar
	nonce  [32]byte // the half of the hashed secret that nonces are made of
	public *PublicKey
}

// NewKey makes a key of a secret: 32 bytes of crypto/rand, from which the key is
// derived as in Ed25519 (RFC 8032, 5.1.5). Do not sign with the same secret.
func NewKey(secret [SecretSize]byte) *Key {
	h := sha512.Sum512(secret[:])
	x, err := edwards25519.NewScalar().SetBytesWithClamping(h[:32])
	if err != nil {
		panic(err) // it is told 32 bytes
	}
	y := new(edwards25519.Point).ScalarBaseMult(x)
	k := &Key{scalar: x, public: &PublicKey{point: y, text: [PublicSize]byte(y.Bytes())}}
	copy(k.nonce[:], h[32:])
	return k
}

// Public is the public half.
func (k *Key) Public() *PublicKey { return k.public }

// Prove returns the proof (ProofSize bytes) for alpha; [ProofToHash] has its
// output. The same alpha has the same proof. One alpha in 2^256 has none, which
// is the only error. (5.1)
func (k *Key) Prove(alpha []byte) ([]byte, error) {
	h, err := encodeToCurve(k.public, alpha)
	if err != nil {
		return nil, err
	}
	// Whatever holds k.scalar or r is multiplied in constant time.
	gamma := new(edwards25519.Point).ScalarMult(k.scalar, h)
	r := k.nonceFor(h)
	u := new(edwards25519.Point).ScalarBaseMult(r)
	v := new(edwards25519.Point).ScalarMult(r, h)
	c := challenge(k.public, h, gamma, u, v)
	s := edwards25519.NewScalar().MultiplyAdd(challengeScalar(c), k.scalar, r)

	proof := make([]byte, 0, ProofSize)
	proof = append(proof, gamma.Bytes()...)
	proof = append(proof, c[:]...)
	return append(proof, s.Bytes()...), nil
}

// nonceFor is the number that hides the secret in the proof about h. It is made
// of both: two proofs with one nonce would give the secret away. (5.4.2.2)
func (k *Key) nonceFor(h *edwards25519.Point) *edwards25519.Scalar {
	return uniform(sha512.Sum512(slices.Concat(k.nonce[:], h.Bytes())))
}

// PublicKey is a public key, made by [ParsePublicKey] or [Key.Public]. It never
// changes.
type PublicKey struct {
	point *edwards25519.Point
	text  [PublicSize]byte
}

// ParsePublicKey reads PublicSize bytes. It refuses, with an error that wraps
// ErrKey, points off the curve, forms that are not canonical, and points of
// small order, under which one message could have several outputs. (5.4.5)
func ParsePublicKey(b []byte) (*PublicKey, error) {
	y, err := decodePoint(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	if isSmall(y) {
		return nil, fmt.Errorf("%w: a point of small order", ErrKey)
	}
	return &PublicKey{point: y, text: [PublicSize]byte(b)}, nil
}

// Bytes is the form that ParsePublicKey reads.
func (p *PublicKey) Bytes() []byte { return bytes.Clone(p.text[:]) }

// Verify checks that proof is one for alpha under p, and returns its output.
// Its errors wrap ErrProof. (5.3)
func (p *PublicKey) Verify(alpha, proof []byte) ([OutputSize]byte, error) {
	gamma, c, s, err := decodeProof(proof)
	if err != nil {
		return [OutputSize]byte{}, err
	}
	h, err := encodeToCurve(p, alpha)
	if err != nil {
		return [OutputSize]byte{}, fmt.Errorf("%w: %w", ErrProof, err)
	}
	// u = s*B - c*y, v = s*h - c*gamma. The points are negated, not c: y and
	// gamma may have a part outside the group of prime order, for which the
	// remainder of -c is another factor than -c.
	cs := challengeScalar(c)
	minusY := new(edwards25519.Point).Negate(p.point)
	minusGamma := new(edwards25519.Point).Negate(gamma)
	u := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(cs, minusY, s)
	v := new(edwards25519.Point).VarTimeMultiScalarMult(
		[]*edwards25519.Scalar{s, cs}, []*edwards25519.Point{h, minusGamma})
	if challenge(p, h, gamma, u, v) != c {
		return [OutputSize]byte{}, fmt.Errorf("%w: it does not belong to this key and this message", ErrProof)
	}
	return output(gamma), nil
}

// ProofToHash is the output of a proof that is known to be good: made by Prove
// just now, or verified. Of other proofs it says nothing. (5.2)
func ProofToHash(proof []byte) ([OutputSize]byte, error) {
	gamma, _, _, err := decodeProof(proof)
	if err != nil {
		return [OutputSize]byte{}, err
	}
	return output(gamma), nil
}

// output is the hash of gamma, cleared of what is outside the group of prime
// order. (5.2)
func output(gamma *edwards25519.Point) [OutputSize]byte {
	cleared := new(edwards25519.Point).MultByCofactor(gamma)
	return hash(frontOutput, cleared.Bytes())
}

// encodeToCurve finds the point of the group of prime order that stands for
// alpha under p, by trying one counter after the other. Each gives a point with
// a chance of about one half. (5.4.1.1)
func encodeToCurve(p *PublicKey, alpha []byte) (*edwards25519.Point, error) {
	for counter := range 256 {
		digest := hash(frontPoint, p.text[:], alpha, []byte{byte(counter)})
		h, err := decodePoint(digest[:pointSize])
		if err == nil && !isSmall(h) {
			return h.MultByCofactor(h), nil
		}
	}
	return nil, errNoPoint
}

// challenge binds the points of a proof together. (5.4.3)
func challenge(p *PublicKey, h, gamma, u, v *edwards25519.Point) [challengeSize]byte {
	digest := hash(frontChallenge, p.text[:], h.Bytes(), gamma.Bytes(), u.Bytes(), v.Bytes())
	return [challengeSize]byte(digest[:challengeSize])
}

// challengeScalar is c as a number, low byte first.
func challengeScalar(c [challengeSize]byte) *edwards25519.Scalar {
	var wide [64]byte
	copy(wide[:], c[:])
	return uniform(wide)
}

// uniform is the remainder of a number of 512 bits, low byte first, by the order
// of the group.
func uniform(b [64]byte) *edwards25519.Scalar {
	s, err := edwards25519.NewScalar().SetUniformBytes(b[:])
	if err != nil {
		panic(err) // it is told 64 bytes
	}
	return s
}

// decodeProof takes a proof apart. (5.4.4)
func decodeProof(proof []byte) (*edwards25519.Point, [challengeSize]byte, *edwards25519.Scalar, error) {
	var c [challengeSize]byte
	if len(proof) != ProofSize {
		return nil, c, nil, fmt.Errorf("%w: %d bytes, must be %d", ErrProof, len(proof), ProofSize)
	}
	gamma, err := decodePoint(proof[:pointSize])
	if err != nil {
		return nil, c, nil, fmt.Errorf("%w: gamma: %w", ErrProof, err)
	}
	s, err := edwards25519.NewScalar().SetCanonicalBytes(proof[pointSize+challengeSize:])
	if err != nil {
		return nil, c, nil, fmt.Errorf("%w: s is not below the order of the group", ErrProof)
	}
	copy(c[:], proof[pointSize:])
	return gamma, c, s, nil
}

// decodePoint reads a point as RFC 8032 (5.1.3) does: only the form in which it
// would be written. The library takes others too.
func decodePoint(b []byte) (*edwards25519.Point, error) {
	p, err := new(edwards25519.Point).SetBytes(b)
	if err != nil || !bytes.Equal(p.Bytes(), b) {
		return nil, errPoint
	}
	return p, nil
}

// isSmall reports whether eight times p is nothing.
func isSmall(p *edwards25519.Point) bool {
	return new(edwards25519.Point).MultByCofactor(p).Equal(edwards25519.NewIdentityPoint()) == 1
}

// hash is SHA-512 of the parts between the bytes that say what it is for.
func hash(front byte, parts ...[]byte) [sha512.Size]byte {
	return sha512.Sum512(slices.Concat([]byte{suite, front}, slices.Concat(parts...), []byte{back}))
}
