// Package clubs tells of leagues and judges by mail, and does what is written about them: what package
// bot/club offers every door. It knows no addresses and no tokens: who writes is a [Reader] by the time
// that it is asked.
package clubs
