import AgentWire
import Hummingbird
import StreamingJSON

/// The query of a direct call: the person's language and time zone, the confirmation, and the policy for a disconnect.
///
/// None of these is an argument of the call, because a model often writes the arguments, and a model must not be able to confirm for a
/// person.
struct DirectCallQuery {
    let locale: String?
    let timeZone: String?
    /// Whether the caller states that a person was asked and agrees.
    ///
    /// This is only needed for tools that destroy or send something.
    let isConfirmed: Bool
    private let onDisconnect: String?

    init(_ request: Request) {
        locale = request.query("locale")
        timeZone = request.query("time_zone")
        isConfirmed = request.query("confirm") == "true"
        onDisconnect = request.query("on_disconnect")
    }

    /// The fault of the query as a sentence; `nil` if there is none.
    var fault: String? {
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { return "The locale is \(fault)." }
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) { return "The time_zone is \(fault)." }
        if let onDisconnect, ChatRequest.DisconnectPolicy(rawValue: onDisconnect) == nil {
            return "on_disconnect must be cancel or finish."
        }
        return nil
    }

    /// Returns the request for a call of a tool.
    func call(of tool: String, _ arguments: JSONValue) -> ToolCallRequest {
        ToolCallRequest(
            tool: tool,
            arguments: arguments,
            isConfirmed: isConfirmed,
            locale: locale,
            timeZone: timeZone,
            onDisconnect: onDisconnect.flatMap(ChatRequest.DisconnectPolicy.init)
        )
    }
}
