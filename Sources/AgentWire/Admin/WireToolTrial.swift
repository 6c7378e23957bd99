public import StreamingJSON

/// The result of a trial of a declared tool, for administrators.
public struct WireToolTrial: WireValue {
    /// The tool's name.
    public var tool: String
    /// Whether the output explains a failure.
    public var isFailed: Bool
    /// The output, as a model would receive it.
    public var output: String
    /// The data for clients: a type and a content each.
    public var artifacts: [JSONValue]
    /// The duration of the call in milliseconds.
    public var durationMilliseconds: Int

    /// Makes a result.
    public init(tool: String, isFailed: Bool, output: String, artifacts: [JSONValue], durationMilliseconds: Int) {
        (self.tool, self.isFailed, self.output) = (tool, isFailed, output)
        (self.artifacts, self.durationMilliseconds) = (artifacts, durationMilliseconds)
    }

    /// Reads a result.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        tool = fields.requiredString("tool")
        isFailed = fields.requiredString("status") == "failed"
        output = fields.requiredString("output")
        artifacts = jsonValue["artifacts"]?.arrayValue ?? []
        durationMilliseconds = jsonValue["duration_ms"]?.intValue ?? 0
        try fields.check()
    }

    /// The result as JSON.
    public var jsonValue: JSONValue {
        [
            "tool": .string(tool), "status": isFailed ? "failed" : "completed", "output": .string(output),
            "artifacts": .array(artifacts), "duration_ms": .integer(durationMilliseconds),
        ]
    }
}

/// The body of `POST /admin/tool-trials/{tool}`.
public struct ToolTrialRequest: WireValue {
    /// The arguments.
    public var arguments: JSONValue
    /// Whether the call may change something.
    public var isConfirmed: Bool
    /// The BCP 47 tag of the person's language; `nil` for English.
    public var locale: String?
    /// The IANA name of the person's time zone; `nil` for UTC.
    public var timeZone: String?

    /// Makes a request.
    public init(arguments: JSONValue = [:], isConfirmed: Bool = false, locale: String? = nil, timeZone: String? = nil) {
        (self.arguments, self.isConfirmed, self.locale, self.timeZone) = (arguments, isConfirmed, locale, timeZone)
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["arguments", "confirm", "locale", "time_zone"])
        isConfirmed = fields.bool("confirm") ?? false
        locale = fields.string("locale")
        timeZone = fields.string("time_zone")
        arguments = jsonValue["arguments"] ?? [:]
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var members: JSONObject = ["arguments": arguments, "confirm": .bool(isConfirmed)]
        if let locale { members["locale"] = .string(locale) }
        if let timeZone { members["time_zone"] = .string(timeZone) }
        return .object(members)
    }
}
