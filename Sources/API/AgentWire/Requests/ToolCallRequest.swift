public import StreamingJSON

/// A direct call: a call of one of the server's tools without a model.
public struct ToolCallRequest: Sendable, Equatable {
    /// The tool's name.
    public var tool: String
    /// The arguments, as the caller wrote them.
    public var arguments: JSONValue
    /// Whether the user has agreed to the call, which a tool with approvals requires.
    public var isConfirmed: Bool
    /// The BCP 47 tag of the user's language; `nil` lets the server choose.
    public var locale: String?
    /// The IANA name of the user's time zone; `nil` lets the server choose.
    public var timeZone: String?
    /// The policy for a run that has lost all its readers; `nil` cancels it at once.
    public var onDisconnect: ChatRequest.DisconnectPolicy?

    /// Makes a request.
    public init(
        tool: String,
        arguments: JSONValue,
        isConfirmed: Bool = false,
        locale: String? = nil,
        timeZone: String? = nil,
        onDisconnect: ChatRequest.DisconnectPolicy? = nil
    ) {
        (self.tool, self.arguments, self.isConfirmed, self.locale) = (tool, arguments, isConfirmed, locale)
        (self.timeZone, self.onDisconnect) = (timeZone, onDisconnect)
    }

    /// The request as it is stored with its run, to recognize a repeated one.
    public var stored: JSONValue {
        var object: JSONObject = ["tool": .string(tool), "arguments": arguments]
        if isConfirmed { object["confirm"] = true }
        if let locale { object["locale"] = .string(locale) }
        if let timeZone { object["time_zone"] = .string(timeZone) }
        if let onDisconnect { object["on_disconnect"] = .string(onDisconnect.rawValue) }
        return .object(object)
    }
}
