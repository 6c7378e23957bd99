public import StreamingJSON

/// The result of a trial of a declared tool, for administrators.
public struct WireToolTrial: WireRecord {
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

    private static let status = FieldCoding<Bool>(
        schema: .word(["completed", "failed"]),
        read: { $0.requiredString($1) == "failed" },
        write: { $0 ? "failed" : "completed" }
    )

    package static let fields: Fields<Self> = Fields(
        named: "ToolTrial",
        Self.init,
        .always("tool", \.tool),
        .custom("status", \.isFailed, status),
        .always("output", \.output, "The output, as a model receives it."),
        .always(
            "artifacts",
            \.artifacts,
            as: .list(of: .object(.always("type", .text()), .always("content", .anything()))),
            missing: []
        ),
        .always("duration_ms", \.durationMilliseconds, missing: 0)
    )
}

/// The body of `POST /admin/tool-trials/{tool}`.
public struct ToolTrialRequest: WireRecord {
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

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .always("arguments", \.arguments, as: .anyObject(), missing: .object(JSONObject())),
        .always("confirm", \.isConfirmed, "Whether the call may change something.", missing: false),
        .maybe("locale", \.locale),
        .maybe("time_zone", \.timeZone)
    )
}
