import StreamingJSON

/// A tool that consists only of its definition, because its calls run elsewhere, such as in the app that holds the
/// contacts.
///
/// ```swift
/// let contacts = ExternalTool(name: "findContacts", description: "Looks up people", parameters: schema)
/// let turn = try await session.turn(Prompt("Who has a birthday?")) { _ in }
/// // turn.pendingCalls: the calls for the app to make; later, perhaps in another process:
/// try await session.resume(outputs: [output])
/// ```
public struct ExternalTool: SuspendingTool {
    /// The tool's name for the model.
    public let name: String
    /// The tool's description: when and for what the model should call it.
    public let description: String
    /// The schema of the arguments.
    public let parameters: GenerationSchema
    /// Whether the session emits the calls while the model writes them, as
    /// ``SessionEvent/callDelta(id:name:arguments:)``.
    ///
    /// Events cannot be withdrawn. The arguments are then whatever the model wrote, even if they do not fit the schema
    /// or are no JSON, and the tool's runner must check them. If this is false, the session answers such a call with
    /// an error, and its caller does not see it.
    public let streamsCalls: Bool

    private let check: SchemaCheck

    /// Makes a tool of its definition.
    public init(_ definition: Transcript.ToolDefinition, streamsCalls: Bool = false) {
        self.init(
            name: definition.name,
            description: definition.description,
            parameters: definition.parameters,
            streamsCalls: streamsCalls
        )
    }

    /// Makes a tool of the parts of its definition.
    public init(name: String, description: String, parameters: GenerationSchema, streamsCalls: Bool = false) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.streamsCalls = streamsCalls
        check = SchemaCheck(parameters)
    }

    /// Returns `external`, or `immediate` if the arguments do not fit the schema, so that the model gets the error.
    ///
    /// With ``streamsCalls`` the result is always `external`, because the call has been emitted already.
    public func execution(for arguments: Arguments) -> ToolExecution {
        streamsCalls || check.fault(of: arguments.content) == nil ? .external : .immediate
    }

    /// Throws always, because there is nothing to run here.
    public func call(arguments: Arguments) async throws -> String {
        if let fault = check.fault(of: arguments.content) { throw ArgumentsDoNotFit(error: fault) }
        throw ToolFailure("The tool \(name) is run by the client only.")
    }

    /// An object with any properties; the schema defines which.
    public struct Arguments: ConvertibleFromGeneratedContent, Sendable {
        /// The arguments, as the model wrote them.
        public let content: GeneratedContent

        /// Makes arguments of the model's output.
        ///
        /// - Throws: ``GeneratedContent/ParsingError`` if the output is no object; the model then gets that error.
        public init(_ content: GeneratedContent) throws {
            guard content.jsonValue.objectValue != nil else {
                throw GeneratedContent.ParsingError(
                    rawContent: content.jsonString,
                    debugDescription: "expected object, found \(content.jsonValue.typeName)"
                )
            }
            self.content = content
        }
    }
}
