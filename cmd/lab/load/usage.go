package load

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// usage is what a process has taken of the machine. On a system without /proc the program's
// is 0.
type usage struct {
	processor time.Duration // since its start
	memory    int64         // resident now, in bytes
}

// tick is the unit in which Linux counts processor time in /proc.
const tick = 10 * time.Millisecond

// usageOf looks at another process.
func usageOf(pid int) (u usage) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return usage{}
	}
	_, after, _ := bytes.Cut(text, []byte(") ")) // a name may have spaces in it
	fields := strings.Fields(string(after))
	at := func(field int) int64 { // as proc(5) numbers them
		if field-3 >= len(fields) {
			return 0
		}
		n, _ := strconv.ParseInt(fields[field-3], 10, 64)
		return n
	}
	return usage{time.Duration(at(14)+at(15)) * tick, at(24) * int64(os.Getpagesize())}
}
