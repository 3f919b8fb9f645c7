//go:build profile

package main

import (
	"os"
	"os/signal"
	"runtime/pprof"
	"syscall"
)

// profile keeps a profile of the processor in the file that REFEREE_TEST_PROFILE names, from
// one SIGUSR1 to the next. Only a binary that is built with the tag profile knows of it: in
// service nobody is to look into the process.
func profile() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		<-signals
		f, err := os.Create(os.Getenv("REFEREE_TEST_PROFILE"))
		if err != nil {
			panic(err)
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			panic(err)
		}
		<-signals
		pprof.StopCPUProfile()
		if err := f.Close(); err != nil {
			panic(err)
		}
	}()
}
