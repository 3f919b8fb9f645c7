package vrf_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"referee/engine/dice/vrf"
)

// examples are the three of RFC 9381, appendix B.3. In example 17 the second
// counter is the first that gives a point.
var examples = []struct{ name, secret, public, alpha, proof, output string }{
	{
		name:   "example 16",
		secret: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
		public: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
		alpha:  "",
		proof: "8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f" +
			"26f8a57ccaed74ee1b190bed1f479d97" +
			"27d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805",
		output: "90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff" +
			"66b71dda49d2de59d03450451af026798e8f81cd2e333de5cdf4f3e140fdd8ae",
	},
	{
		name:   "example 17",
		secret: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
		public: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
		alpha:  "72",
		proof: "f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed593" +
			"3bf0864a62558b3ed7f2fea45c92a465" +
			"301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02",
		output: "eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb" +
			"5e33821bc613efb94db5e5b54c70a848a0bef4553a41befc57663b56373a5031",
	},
	{
		name:   "example 18",
		secret: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
		public: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
		alpha:  "af82",
		proof: "9bc0f79119cc5604bf02d23b4caede71393cedfbb191434dd016d30177ccbf80" +
			"96bb474e53895c362d8628ee9f9ea3c0" +
			"e52c7a5c691b6c18c9979866568add7a2d41b00b05081ed0f58ee5e31b3a970e",
		output: "645427e5d00c62a23fb703732fa5d892940935942101e456ecca7bb217c61c45" +
			"2118fec1219202a0edcf038bb6373241578be7217ba85a2687f7a0310b2df19f",
	},
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// proved is a key, a message and the proof for it.
func proved(t testing.TB, secret byte, alpha string) (*vrf.Key, []byte) {
	t.Helper()
	k := vrf.NewKey([32]byte{secret})
	proof, err := k.Prove([]byte(alpha))
	if err != nil {
		t.Fatal(err)
	}
	return k, proof
}

func TestExamples(t *testing.T) {
	for _, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			alpha := unhex(t, x.alpha)
			k := vrf.NewKey([32]byte(unhex(t, x.secret)))
			if got := hex.EncodeToString(k.Public().Bytes()); got != x.public {
				t.Errorf("public key %s, want %s", got, x.public)
			}
			proof, err := k.Prove(alpha)
			if err != nil || hex.EncodeToString(proof) != x.proof {
				t.Errorf("proof %x %v, want %s", proof, err, x.proof)
			}
			p, err := vrf.ParsePublicKey(unhex(t, x.public))
			if err != nil {
				t.Fatal(err)
			}
			out, err := p.Verify(alpha, unhex(t, x.proof))
			if err != nil || hex.EncodeToString(out[:]) != x.output {
				t.Errorf("verified output %x %v, want %s", out, err, x.output)
			}
			out, err = vrf.ProofToHash(unhex(t, x.proof))
			if err != nil || hex.EncodeToString(out[:]) != x.output {
				t.Errorf("output %x %v, want %s", out, err, x.output)
			}
		})
	}
}

// TestEveryBitCounts turns each bit of the proof, the message and the key.
func TestEveryBitCounts(t *testing.T) {
	const alpha = "referee: roll 7"
	k, proof := proved(t, 1, alpha)
	turned := func(b []byte, i int) []byte {
		b = slices.Clone(b)
		b[i/8] ^= 1 << (i % 8)
		return b
	}
	refused := func(what string, i int, p *vrf.PublicKey, alpha, proof []byte) {
		t.Helper()
		if _, err := p.Verify(alpha, proof); !errors.Is(err, vrf.ErrProof) {
			t.Errorf("with bit %d of the %s turned: %v", i, what, err)
		}
	}
	for i := range 8 * len(proof) {
		refused("proof", i, k.Public(), []byte(alpha), turned(proof, i))
	}
	for i := range 8 * len(alpha) {
		refused("message", i, k.Public(), turned([]byte(alpha), i), proof)
	}
	keys := 0
	for i := range 8 * vrf.PublicSize {
		p, err := vrf.ParsePublicKey(turned(k.Public().Bytes(), i))
		if err != nil {
			continue // no key at all
		}
		keys++
		refused("key", i, p, []byte(alpha), proof)
	}
	if keys == 0 {
		t.Error("no other key was tried")
	}
	for _, other := range []string{"", alpha[1:], alpha + "\x00"} {
		refused("length", len(other), k.Public(), []byte(other), proof)
	}
}

// prime is the number of elements of the field, and order that of the group.
var (
	prime    = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	order, _ = new(big.Int).SetString("27742317777372353535851937790883648493", 10)
	_        = order.Add(order, new(big.Int).Lsh(big.NewInt(1), 252))
)

// little writes n as 32 bytes, low byte first, with sign as the highest bit.
func little(n *big.Int, sign byte) []byte {
	b := n.FillBytes(make([]byte, 32))
	slices.Reverse(b)
	b[31] |= sign << 7
	return b
}

func TestKeysRefused(t *testing.T) {
	refused := func(why string, b []byte) {
		t.Helper()
		if p, err := vrf.ParsePublicKey(b); !errors.Is(err, vrf.ErrKey) || !strings.Contains(err.Error(), why) || p != nil {
			t.Errorf("%x: %v, want %q", b, err, why)
		}
	}
	refused("point", nil)
	refused("point", make([]byte, 31))
	refused("point", make([]byte, 33))
	refused("point", little(big.NewInt(2), 0)) // off the curve

	// The eight points of small order: y is 1, -1, 0 (for two), and two numbers
	// for four points of order 8.
	y8, _ := new(big.Int).SetString("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16)
	small := []*big.Int{
		big.NewInt(1), new(big.Int).Sub(prime, big.NewInt(1)),
		big.NewInt(0), y8, new(big.Int).Sub(prime, y8),
	}
	for _, y := range small {
		refused("small order", little(y, 0))
	}
	for _, y := range small[2:] {
		refused("small order", little(y, 1))
	}
	refused("canonical", little(small[0], 1)) // there is no -0
	refused("canonical", little(small[1], 1))

	// Numbers below 19 can be written a second time, above the prime.
	points := 0
	for y := range int64(19) {
		for _, sign := range []byte{0, 1} {
			if _, err := vrf.ParsePublicKey(little(big.NewInt(y), sign)); err == nil {
				points++
			}
			refused("canonical", little(new(big.Int).Add(prime, big.NewInt(y)), sign))
		}
	}
	if points == 0 {
		t.Error("no point has a second form")
	}
}

func TestProofsRefused(t *testing.T) {
	k, proof := proved(t, 2, "message")
	refused := func(why string, proof []byte) {
		t.Helper()
		for name, err := range map[string]error{
			"Verify":      second(k.Public().Verify([]byte("message"), proof)),
			"ProofToHash": second(vrf.ProofToHash(proof)),
		} {
			if !errors.Is(err, vrf.ErrProof) || !strings.Contains(err.Error(), why) {
				t.Errorf("%s(%x): %v, want %q", name, proof, err, why)
			}
		}
	}
	refused("0 bytes", nil)
	refused("79 bytes", proof[:79])
	refused("81 bytes", append(slices.Clone(proof), 0))

	// Gamma, y = 3 written above the prime; and off the curve.
	refused("canonical", slices.Concat(little(new(big.Int).Add(prime, big.NewInt(3)), 0), proof[32:]))
	refused("canonical", slices.Concat(little(big.NewInt(2), 0), proof[32:]))

	// s and s + order mean the same number.
	s := slices.Clone(proof[48:])
	slices.Reverse(s)
	above := new(big.Int).Add(new(big.Int).SetBytes(s), order)
	refused("below the order", slices.Concat(proof[:48], little(above, 0)))
	refused("below the order", slices.Concat(proof[:48], little(order, 0)))
}

func second[T any](_ T, err error) error { return err }

func TestProofsRepeatAndOutputsDiffer(t *testing.T) {
	seen := map[[vrf.OutputSize]byte]string{}
	for _, alpha := range []string{"", "a", "b", "ab", "a\x00", "\x00a"} {
		for _, secret := range []byte{3, 4} {
			_, one := proved(t, secret, alpha)
			_, two := proved(t, secret, alpha)
			if !bytes.Equal(one, two) {
				t.Errorf("%q has two proofs", alpha)
			}
			out, err := vrf.ProofToHash(one)
			if err != nil {
				t.Fatal(err)
			}
			if other, ok := seen[out]; ok {
				t.Errorf("%q and %q have the same output", alpha, other)
			}
			seen[out] = alpha
		}
	}
}

// FuzzVerify: whatever is proved is verified, and nothing else is.
func FuzzVerify(f *testing.F) {
	for _, x := range examples {
		f.Add(unhex(f, x.secret), unhex(f, x.alpha), unhex(f, x.proof))
	}
	f.Add([]byte{}, []byte("message"), []byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, secret, alpha, other []byte) {
		var s [vrf.SecretSize]byte
		copy(s[:], secret)
		k := vrf.NewKey(s)
		proof, err := k.Prove(alpha)
		if err != nil {
			t.Fatal(err)
		}
		p, err := vrf.ParsePublicKey(k.Public().Bytes())
		if err != nil {
			t.Fatal(err)
		}
		want, err := p.Verify(alpha, proof)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := vrf.ProofToHash(proof); err != nil || got != want {
			t.Fatalf("output %x %v, verified as %x", got, err, want)
		}
		if _, err := p.Verify(alpha, other); err == nil && !bytes.Equal(other, proof) {
			t.Fatalf("a made-up proof is accepted: %x", other)
		}
		if p, err := vrf.ParsePublicKey(alpha); err == nil && !bytes.Equal(p.Bytes(), alpha) {
			t.Fatalf("key %x is written as %x", alpha, p.Bytes())
		}
	})
}

func BenchmarkProve(b *testing.B) {
	k := vrf.NewKey([32]byte{5})
	for b.Loop() {
		if _, err := k.Prove([]byte("referee: roll 7")); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	k, proof := proved(b, 5, "referee: roll 7")
	for b.Loop() {
		if _, err := k.Public().Verify([]byte("referee: roll 7"), proof); err != nil {
			b.Fatal(err)
		}
	}
}
