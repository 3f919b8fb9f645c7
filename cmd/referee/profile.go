//go:build profile && unix

package main

import (
	"errors"
	"os"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"syscall"
	"time"
)

// profile keeps a profile of the processor in the file that REFEREE_TEST_PROFILE names, from
// one SIGUSR1 to the next, and beside it, as .block, one of where goroutines waited for each
// other. Only a binary that is built with the tag profile knows of it: in service nobody is to
// look into the process.
func profile() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		<-signals
		if err := profileUntil(os.Getenv("REFEREE_TEST_PROFILE"), signals); err != nil {
			panic(err)
		}
	}()
}

func profileUntil(path string, signals <-chan os.Signal) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	runtime.SetBlockProfileRate(int(100 * time.Microsecond))
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	<-signals
	pprof.StopCPUProfile()
	waits, err := os.Create(path + ".block")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), pprof.Lookup("block").WriteTo(waits, 0), waits.Close())
}
