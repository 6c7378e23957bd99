public import StreamingJSON

/// A tool in the list of `GET /v1/tools`.
public struct ToolDescription: WireRecord, WireElement {
    /// The cache policy of a tool: whether, and for how long, a stored output may replace a call.
    public struct Cache: WireRecord {
        /// The maximum age of an output, in seconds.
        public var seconds: Double
        /// `shared` or `private`.
        public var scope: String

        /// Makes a policy.
        public init(seconds: Double, scope: String) {
            (self.seconds, self.scope) = (seconds, scope)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("seconds", \.seconds),
            .always("scope", \.scope)
        )
    }

    /// `tools`.
    public static var listName: String { "tools" }

    /// The tool's name.
    public var name: String
    /// The purpose of the tool and when to call it.
    public var description: String
    /// The JSON Schema of the arguments.
    public var parameters: JSONValue
    /// Whether the tool only reads.
    public var isReadOnly: Bool
    /// Whether a call destroys or sends something irrevocably.
    public var isDestructive: Bool
    /// Whether a call waits for a person's approval.
    public var needsApproval: Bool
    /// The JSON Schema of the output of a call that the client makes; `nil` for a tool whose calls the server makes.
    public var clientOutput: JSONValue?
    /// Whether repeating a call has no further effect.
    public var isIdempotent: Bool
    /// The time limit of a call, in seconds.
    public var deadlineSeconds: Double
    /// The number of characters after which an output is cut; `nil` if the tool limits its output itself.
    public var outputBudget: Int?
    /// The cache policy; `nil` if no output is cached.
    public var cache: Cache?
    /// The types of its artifacts.
    public var artifacts: [String]
    /// Example sentences of a user, by language.
    public var examples: [String: String]
    /// The tool's work in two or three words, by language; empty for a tool that is shown by its name.
    public var titles: [String: String]

    /// Makes a description.
    public init(
        name: String,
        description: String,
        parameters: JSONValue,
        isReadOnly: Bool,
        isDestructive: Bool,
        needsApproval: Bool,
        isIdempotent: Bool,
        deadlineSeconds: Double,
        outputBudget: Int? = nil,
        cache: Cache? = nil,
        artifacts: [String] = [],
        examples: [String: String] = [:],
        titles: [String: String] = [:],
        clientOutput: JSONValue? = nil
    ) {
        (self.name, self.description, self.parameters) = (name, description, parameters)
        (self.isReadOnly, self.isDestructive, self.needsApproval) = (isReadOnly, isDestructive, needsApproval)
        (self.clientOutput, self.isIdempotent, self.deadlineSeconds) = (clientOutput, isIdempotent, deadlineSeconds)
        (self.outputBudget, self.cache, self.artifacts) = (outputBudget, cache, artifacts)
        (self.examples, self.titles) = (examples, titles)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Tool",
        last: ["examples", "client_output"],
        Self.init,
        .always("name", \.name),
        .always("description", \.description),
        .always("parameters", \.parameters, as: .anyObject("The JSON Schema of its arguments.")),
        .always("read_only", \.isReadOnly),
        .always("destructive", \.isDestructive),
        .always("needs_approval", \.needsApproval),
        .always("idempotent", \.isIdempotent),
        .always("deadline_seconds", \.deadlineSeconds),
        .always("output_budget", \.outputBudget),
        .always("cache", \.cache),
        .always("artifacts", \.artifacts),
        .always("examples", \.examples, missing: [:]),
        .always("titles", \.titles, missing: [:]),
        .maybe("client_output", \.clientOutput, "The JSON Schema of the output of a client that makes the calls.")
    )
}
