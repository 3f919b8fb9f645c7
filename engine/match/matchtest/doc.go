// Package matchtest conducts matches of any game at random, as two people and a
// judge would: they answer, take back, ask to go back and grant it, leave
// standing orders and revoke them, leave their seats, and the judge rewinds.
// After every act it checks what a record promises whatever happens.
package matchtest
