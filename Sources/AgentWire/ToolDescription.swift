public import StreamingJSON

/// A tool as `GET /v1/tools` lists it.
public struct ToolDescription: Sendable, Equatable {
    /// For how long, and to whom, an output may be given again in the place of a call.
    public struct Cache: Sendable, Equatable {
        /// How old an output may be, in seconds.
        public var seconds: Double
        /// `shared` or `private`.
        public var scope: String

        /// Makes a policy.
        public init(seconds: Double, scope: String) {
            self.seconds = seconds
            self.scope = scope
        }
    }

    /// The name to call it by.
    public var name: String
    /// When and for what to call it.
    public var description: String
    /// The JSON Schema of its arguments.
    public var parameters: JSONValue
    /// Whether it only looks something up.
    public var isReadOnly: Bool
    /// Whether a call destroys or sends something that cannot be taken back.
    public var isDestructive: Bool
    /// Whether a call waits for a person's approval.
    public var needsApproval: Bool
    /// The JSON Schema of what a client that makes the calls gives back; `nil` for a tool whose calls the server makes.
    public var clientOutput: JSONValue?
    /// Whether the same call made twice leaves what one leaves.
    public var isIdempotent: Bool
    /// How long a call may take, in seconds.
    public var deadlineSeconds: Double
    /// After how many characters an output is cut; `nil` when the tool sees to that itself.
    public var outputBudget: Int?
    /// `nil` when every call is made.
    public var cache: Cache?
    /// The types of its artifacts.
    public var artifacts: [String]
    /// What a person may say, by language.
    public var examples: [String: String]

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
        clientOutput: JSONValue? = nil
    ) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.isReadOnly = isReadOnly
        self.isDestructive = isDestructive
        self.needsApproval = needsApproval
        self.clientOutput = clientOutput
        self.isIdempotent = isIdempotent
        self.deadlineSeconds = deadlineSeconds
        self.outputBudget = outputBudget
        self.cache = cache
        self.artifacts = artifacts
        self.examples = examples
    }

    /// The description as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "name": .string(name),
            "description": .string(description),
            "parameters": parameters,
            "read_only": .bool(isReadOnly),
            "destructive": .bool(isDestructive),
            "needs_approval": .bool(needsApproval),
            "idempotent": .bool(isIdempotent),
            "deadline_seconds": .number(deadlineSeconds),
            "output_budget": outputBudget.map { .integer($0) } ?? .null,
            "cache": cache.map { ["seconds": .number($0.seconds), "scope": .string($0.scope)] } ?? .null,
            "artifacts": .array(artifacts.map { .string($0) }),
            "examples": .object(
                JSONObject(examples.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) })
            ),
        ]
        if let clientOutput { object["client_output"] = clientOutput }
        return .object(object)
    }
}
