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

    private let check: SchemaCheck

    /// Makes a tool of a definition.
    public init(_ definition: Transcript.ToolDefinition) {
        self.init(name: definition.name, description: definition.description, parameters: definition.parameters)
    }

    /// Makes a tool of the parts of its definition.
    public init(name: String, description: String, parameters: GenerationSchema) {
        self.name = name
        self.description = description
        self.parameters = parameters
        check = SchemaCheck(parameters)
    }

    /// External, unless the arguments do not fit the schema: that is told to the model, for whoever runs the tool could not.
    public func execution(for arguments: Arguments) -> ToolExecution {
        check.fault(of: arguments.content) == nil ? .external : .immediate
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
