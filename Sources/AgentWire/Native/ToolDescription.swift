public import StreamingJSON

/// A tool in the list of `GET /v1/tools`.
public struct ToolDescription: WireElement {
    /// The cache policy of a tool: whether, and for how long, a stored output may replace a call.
    public struct Cache: WireValue {
        /// The maximum age of an output, in seconds.
        public var seconds: Double
        /// `shared` or `private`.
        public var scope: String

        /// Makes a policy.
        public init(seconds: Double, scope: String) {
            self.seconds = seconds
            self.scope = scope
        }

        /// Reads a policy.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            seconds = fields.requiredNumber("seconds")
            scope = fields.requiredString("scope")
            try fields.check()
        }

        /// The policy as JSON.
        public var jsonValue: JSONValue { ["seconds": .number(seconds), "scope": .string(scope)] }
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
    /// What the tool does in two or three words, by language; empty for a tool that is shown by its name.
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
        self.titles = titles
    }

    /// Reads a description.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        name = fields.requiredString("name")
        description = fields.requiredString("description")
        parameters = fields.requiredMember("parameters")
        isReadOnly = fields.requiredBool("read_only")
        isDestructive = fields.requiredBool("destructive")
        needsApproval = fields.requiredBool("needs_approval")
        clientOutput = fields.member("client_output")
        isIdempotent = fields.requiredBool("idempotent")
        deadlineSeconds = fields.requiredNumber("deadline_seconds")
        outputBudget = fields.integer("output_budget")
        cache = fields.wireValue("cache")
        artifacts = fields.requiredStrings("artifacts")
        titles = [:]
        for (language, title) in fields.object("titles")?.objectValue ?? [:] { titles[language] = title.stringValue }
        examples = [:]
        for (language, example) in fields.object("examples")?.objectValue ?? [:] {
            examples[language] = example.stringValue
        }
        try fields.check()
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
            "cache": cache?.jsonValue ?? .null,
            "artifacts": .texts(artifacts),
            "titles": .object(
                JSONObject(titles.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) })
            ),
            "examples": .object(
                JSONObject(examples.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) })
            ),
        ]
        if let clientOutput { object["client_output"] = clientOutput }
        return .object(object)
    }
}
