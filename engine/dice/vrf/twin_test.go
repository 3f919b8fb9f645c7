package vrf_test

import (
	"bytes"
	"crypto/sha512"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/oasisprotocol/curve25519-voi/curve"
	"github.com/oasisprotocol/curve25519-voi/curve/scalar"

	"referee/engine/dice/vrf"
)

// A twin is the suite once more, on another library's curve. It can do what
// Key cannot: prove under a key, and with a gamma, that have a part outside the
// group of prime order.
type twin struct {
	x      *scalar.Scalar
	nonce  []byte
	public *curve.EdwardsPoint
}

func newTwin(secret [32]byte, apart *curve.EdwardsPoint) *twin {
	h := sha512.Sum512(secret[:])
	h[0] &= 248
	h[31] &= 127
	h[31] |= 64
	x := must(scalar.NewFromBits(h[:32]))
	y := curve.NewEdwardsPoint().Mul(curve.ED25519_BASEPOINT_POINT, x)
	return &twin{x, h[32:], y.Add(y, apart)}
}

func (w *twin) prove(alpha []byte, apart *curve.EdwardsPoint) []byte {
	h := twinPoint(text(w.public), alpha)
	gamma := curve.NewEdwardsPoint().Mul(h, w.x)
	gamma.Add(gamma, apart)
	digest := sha512.Sum512(append(bytes.Clone(w.nonce), text(h)...))
	k := must(scalar.NewFromBytesModOrderWide(digest[:]))
	u := curve.NewEdwardsPoint().Mul(curve.ED25519_BASEPOINT_POINT, k)
	v := curve.NewEdwardsPoint().Mul(h, k)
	c := twinHash(2, text(w.public), text(h), text(gamma), text(u), text(v))[:16]
	s := scalar.New().Mul(twinNumber(c), w.x)
	s.Add(s, k)
	return bytes.Join([][]byte{text(gamma), c, must(s.MarshalBinary())}, nil)
}

// twinVerify returns the output of a proof, or nil if it does not hold.
func twinVerify(public, alpha, proof []byte) []byte {
	y, gamma := twinDecode(public), twinDecode(proof[:32])
	s, err := scalar.NewFromCanonicalBytes(proof[48:])
	if y == nil || gamma == nil || err != nil {
		return nil
	}
	h, c := twinPoint(public, alpha), twinNumber(proof[32:48])
	u := curve.NewEdwardsPoint().Mul(curve.ED25519_BASEPOINT_POINT, s)
	u.Sub(u, curve.NewEdwardsPoint().Mul(y, c))
	v := curve.NewEdwardsPoint().Mul(h, s)
	v.Sub(v, curve.NewEdwardsPoint().Mul(gamma, c))
	if !bytes.Equal(twinHash(2, public, text(h), text(gamma), text(u), text(v))[:16], proof[32:48]) {
		return nil
	}
	return twinHash(3, text(gamma.MulByCofactor(gamma)))
}

func twinPoint(public, alpha []byte) *curve.EdwardsPoint {
	for counter := range 256 {
		h := twinDecode(twinHash(1, public, alpha, []byte{byte(counter)})[:32])
		if h != nil && !h.IsSmallOrder() {
			return h.MulByCofactor(h)
		}
	}
	panic("no point")
}

func twinDecode(b []byte) *curve.EdwardsPoint {
	p := curve.NewEdwardsPoint()
	if p.UnmarshalBinary(b) != nil || !bytes.Equal(text(p), b) {
		return nil
	}
	return p
}

func twinNumber(c []byte) *scalar.Scalar {
	return must(scalar.NewFromCanonicalBytes(append(bytes.Clone(c), make([]byte, 16)...)))
}

func twinHash(use byte, parts ...[]byte) []byte {
	h := sha512.New()
	h.Write([]byte{3, use})
	for _, p := range parts {
		h.Write(p)
	}
	h.Write([]byte{0})
	return h.Sum(nil)
}

func text(p *curve.EdwardsPoint) []byte { return must(p.MarshalBinary()) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var nothing = curve.NewEdwardsPoint()

// TestTwin compares proofs for random keys and messages byte for byte, and each
// side verifies what the other made.
func TestTwin(t *testing.T) {
	const seed = 20
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range 60 {
		var secret [32]byte
		for j := range secret {
			secret[j] = byte(random.Uint32())
		}
		alpha := make([]byte, random.IntN(200))
		for j := range alpha {
			alpha[j] = byte(random.Uint32())
		}
		k, w := vrf.NewKey(secret), newTwin(secret, nothing)
		if !bytes.Equal(k.Public().Bytes(), text(w.public)) {
			t.Fatalf("seed %d, case %d: public keys differ", seed, i)
		}
		proof, err := k.Prove(alpha)
		if err != nil || !bytes.Equal(proof, w.prove(alpha, nothing)) {
			t.Fatalf("seed %d, case %d: proofs differ: %v", seed, i, err)
		}
		out, err := k.Public().Verify(alpha, proof)
		if err != nil || !bytes.Equal(out[:], twinVerify(k.Public().Bytes(), alpha, proof)) {
			t.Fatalf("seed %d, case %d: outputs differ: %v", seed, i, err)
		}
	}
}

// TestApart gives the key or gamma a part outside the group of prime order. A
// proof then holds where the challenge makes that part vanish, else not; one
// that holds has the output that the honest one has.
func TestApart(t *testing.T) {
	// This point has order 8: it is no multiple of the generator.
	apart := twinDecode(unhex(t, "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"))
	for name, where := range map[string]struct{ key, gamma *curve.EdwardsPoint }{
		"key": {apart, nothing}, "gamma": {nothing, apart},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTwin([32]byte{6}, where.key)
			p, err := vrf.ParsePublicKey(text(w.public))
			if err != nil {
				t.Fatal(err)
			}
			holding, refused := 0, 0
			for i := range 60 {
				alpha := fmt.Append(nil, "message ", i)
				proof := w.prove(alpha, where.gamma)
				out, err := p.Verify(alpha, proof)
				want := twinVerify(text(w.public), alpha, proof)
				if (err == nil) != (want != nil) || (err == nil) != (proof[32]%8 == 0) {
					t.Fatalf("%s: %v, the twin has %x", alpha, err, want)
				}
				if err != nil {
					refused++
					continue
				}
				holding++
				honest, err := vrf.ProofToHash(w.prove(alpha, nothing))
				if err != nil || out != honest || !bytes.Equal(out[:], want) {
					t.Fatalf("%s: output %x, honestly %x (%v), the twin has %x", alpha, out, honest, err, want)
				}
			}
			if holding == 0 || refused == 0 {
				t.Errorf("%d proofs hold and %d do not: nothing is shown", holding, refused)
			}
		})
	}
}
