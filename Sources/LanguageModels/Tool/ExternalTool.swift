import StreamingJSON

/// A tool that is no more than its definition: its calls are made elsewhere, such as in the app that has the contacts.
///
/// ```swift
/// let contacts = ExternalTool(name: "findContacts", description: "Looks up people", parameters: schema)
/// let turn = try await session.turn(Prompt("Who has a birthday?")) { _ in }
/// // turn.pendingCalls: what the app is to do; later, perhaps in another process:
/// try await session.resume(outputs: [output])
/// ```
public struct ExternalTool: SuspendingTool {
    /// The name by which the model calls the tool.
    public let name: String
    /// When and for what the model should call it.
    public let description: String
    /// The shape of the arguments.
    public let parameters: GenerationSchema
    /// Whether the calls are told as the model writes them, by ``SessionEvent/callDelta(id:name:arguments:)``.
    ///
    /// What was told cannot be taken back. So the arguments are then whatever the model wrote, also what does not fit the schema or is
    /// no JSON, and whoever runs the tool finds that out. Without it such a call is answered with an error and nobody else sees it.
    public let streamsCalls: Bool

    private let check: SchemaCheck

    /// Makes a tool of a definition.
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

    /// External, unless the arguments do not fit the schema: that is told to the model, for whoever runs the tool could not.
    ///
    /// With ``streamsCalls`` always external, because the call was told already.
    public func execution(for arguments: Arguments) -> ToolExecution {
        streamsCalls || check.fault(of: arguments.content) == nil ? .external : .immediate
    }

    /// Always throws: there is nothing here that could be run.
    public func call(arguments: Arguments) async throws -> String {
        if let fault = check.fault(of: arguments.content) { throw ArgumentsDoNotFit(error: fault) }
        throw ToolFailure("The tool \(name) is run by the client only.")
    }

    /// Any object; the schema says what it must hold.
    public struct Arguments: ConvertibleFromGeneratedContent, Sendable {
        /// The arguments, as the model wrote them.
        public let content: GeneratedContent

        /// Takes the arguments.
        ///
        /// - Throws: ``GeneratedContent/ParsingError`` when they are no object; the model is then told so, for nobody could run
        ///   such a call.
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
