package main

import _ "time/tzdata" // players name their zones, and a container may have none
