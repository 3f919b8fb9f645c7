// Package vrf implements the verifiable random function ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381 (suite 3), on the
// curve arithmetic of filippo.io/edwards25519.
//
// The holder of a [Key] can compute from any message one output of 64 bytes that looks random to everybody else, and
// a proof of it; with the [PublicKey] anyone can check proof and message and gets the same output. For one key and one
// message there is one output, even if the key was made maliciously: nobody can find a proof that is accepted and
// yields another.
//
//   - The proof is not unique in the same way: its maker can find others for the same output. Nothing may depend on
//     the bytes of a proof, only on the output.
//   - Messages are public: the time taken to prove depends on the message (the search for a point on the curve),
//     though not on the secret.
//   - An output is random only to those without the key, and a key chosen for its outputs yields the chosen ones. The
//     message must include something that was unknown when the key was published.
//
// Comments name the sections of RFC 9381.
package vrf
