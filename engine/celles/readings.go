package celles

import "referee/engine"

// readings are our rulings on points that the rulebook leaves open, in the order of its
// paragraphs. Append to a paragraph's list; the number of a reading ("5/1") stays. The
// text of 5/1 is the message "reading.5.1".
var readings = []engine.Reading{
	{Rule: "2", Key: "reading.2.1"},       // what a reduced unit keeps
	{Rule: "4", Key: "reading.4.1"},       // no chit, no action; no passing
	{Rule: "5", Key: "reading.5.1"},       // a unit's own hex is always good
	{Rule: "5", Key: "reading.5.2"},       // who arrives bears no marker
	{Rule: "7", Key: "reading.7.1"},       // an allowance of 0
	{Rule: "7", Key: "reading.7.2"},       // the free order of tactical chits
	{Rule: "7", Key: "reading.7.3"},       // waiting units that were hit
	{Rule: "7", Key: "reading.7.4"},       // the 84th's reinforcement
	{Rule: "8", Key: "reading.8.1"},       // no rounding
	{Rule: "8", Key: "reading.8.2"},       // the cheaper of road and open
	{Rule: "8.2", Key: "reading.8.2.1"},   // 3rd Armor blocks the road
	{Rule: "8.3", Key: "reading.8.3.1"},   // when the truck changes hands
	{Rule: "8.5", Key: "reading.8.5.1"},   // how the bonus is granted
	{Rule: "8.5", Key: "reading.8.5.2"},   // what "start" means
	{Rule: "9", Key: "reading.9.1"},       // ZOC reaches across the Meuse
	{Rule: "9.1", Key: "reading.9.1.1"},   // who failed to infiltrate joins no attack
	{Rule: "10", Key: "reading.10.1"},     // the active unit removed at the moment of combat
	{Rule: "10", Key: "reading.10.2"},     // too weak after stacking
	{Rule: "11", Key: "reading.11.1"},     // who may join
	{Rule: "11", Key: "reading.11.2"},     // odds beyond the table
	{Rule: "11", Key: "reading.11.3"},     // the river modifier
	{Rule: "11", Key: "reading.11.4"},     // no active unit to take the first loss
	{Rule: "11.1", Key: "reading.11.1.1"}, // the whole way is weighed
	{Rule: "11.1", Key: "reading.11.1.2"}, // only one is lost in one ZOC hex
	{Rule: "11.2", Key: "reading.11.2.1"}, // one hex each
	{Rule: "13", Key: "reading.13.1"},     // what the Combat chit does not touch
	{Rule: "13", Key: "reading.13.2"},     // replacement
	{Rule: "13", Key: "reading.13.3"},     // air attack below 0
	{Rule: "14", Key: "reading.14.1"},     // whose moves the waiver of stacking covers; all hexes held
	{Rule: "15", Key: "reading.15.1"},     // what the withdrawal covers
	{Rule: "15", Key: "reading.15.2"},     // what a withdrawn unit counts
	{Rule: "16", Key: "reading.16.1"},     // VP given by a bid
}
