package discordtest

// operation is a request of the API as the description names it, with its method. The stand-in knows those of
// [api.handlers].
type operation string

// The operations for which faults and limits are not the usual ones.
const (
	getGateway    operation = "GET /gateway"
	getGatewayBot operation = "GET /gateway/bot"
	createEmoji   operation = "POST /applications/{application_id}/emojis"
	modifyChannel operation = "PATCH /channels/{channel_id}"
	answer        operation = "POST /interactions/{interaction_id}/{interaction_token}/callback"
)
