package discordtest

// operation is a request of the API as the description names it, with its method.
type operation string

// The operations that the stand-in knows.
const (
	getGateway        operation = "GET /gateway"
	getGatewayBot     operation = "GET /gateway/bot"
	getMe             operation = "GET /users/@me"
	getMyGuilds       operation = "GET /users/@me/guilds"
	getApplication    operation = "GET /applications/@me"
	getMyApplication  operation = "GET /oauth2/applications/@me"
	openDM            operation = "POST /users/@me/channels"
	getGuild          operation = "GET /guilds/{guild_id}"
	getMember         operation = "GET /guilds/{guild_id}/members/{user_id}"
	getRoles          operation = "GET /guilds/{guild_id}/roles"
	getChannel        operation = "GET /channels/{channel_id}"
	modifyChannel     operation = "PATCH /channels/{channel_id}"
	createMessage     operation = "POST /channels/{channel_id}/messages"
	getMessages       operation = "GET /channels/{channel_id}/messages"
	getMessage        operation = "GET /channels/{channel_id}/messages/{message_id}"
	editMessage       operation = "PATCH /channels/{channel_id}/messages/{message_id}"
	deleteMessage     operation = "DELETE /channels/{channel_id}/messages/{message_id}"
	createThread      operation = "POST /channels/{channel_id}/threads"
	threadFromMessage operation = "POST /channels/{channel_id}/messages/{message_id}/threads"
	addThreadMember   operation = "PUT /channels/{channel_id}/thread-members/{user_id}"
	setCommands       operation = "PUT /applications/{application_id}/commands"
	getCommands       operation = "GET /applications/{application_id}/commands"
	setGuildCommands  operation = "PUT /applications/{application_id}/guilds/{guild_id}/commands"
	getGuildCommands  operation = "GET /applications/{application_id}/guilds/{guild_id}/commands"
	listEmoji         operation = "GET /applications/{application_id}/emojis"
	createEmoji       operation = "POST /applications/{application_id}/emojis"
	deleteEmoji       operation = "DELETE /applications/{application_id}/emojis/{emoji_id}"
	answer            operation = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	followUp          operation = "POST /webhooks/{webhook_id}/{webhook_token}"
	getOriginal       operation = "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	editOriginal      operation = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	deleteOriginal    operation = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	editFollowUp      operation = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	deleteFollowUp    operation = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
)
