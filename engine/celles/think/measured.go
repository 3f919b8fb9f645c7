package think

// Measured is the board by which the strength of the levels, the win chance and the balance of the game were measured, as
// [engine.Info.Facts]: the one built in since 22 November 2026, whose data set was d69e48ef then. Change it after you have measured again.
const Measured = "e6f0549f4544a5e5bd21caa64f88c3baf15124330d22549268f53f0b0b84eccf"
