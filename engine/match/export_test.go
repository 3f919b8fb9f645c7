package match

// StandUnbounded leaves a standing order as versions did that had no bounds of them.
var StandUnbounded = StandingOrders.set

// LeadsToRollWithin is LeadsToRoll, or only of a roll in the same moment.
var LeadsToRollWithin = leadsToRoll
