package dice

// Below is the number that an output of the function gives, of n equal chances.
func Below(n uint64, beta [64]byte) uint64 { return below(n, newStream(beta)) }
