// Package matchtest conducts matches of any game at random, with two players and a judge: the players answer, undo, ask
// for take-backs and agree to them, set standing orders and revoke them, and leave their seats, and the judge rewinds.
// After every act it checks the invariants of a record.
package matchtest
