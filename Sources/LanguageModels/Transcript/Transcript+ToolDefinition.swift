extension Transcript {
    /// A tool as the model is told of it.
    public struct ToolDefinition: Sendable, Equatable {
        /// The name to call it by.
        public var name: String
        /// When and for what to call it.
        public var description: String
        /// The shape of its arguments.
        public var parameters: GenerationSchema

        /// Makes a definition.
        public init(name: String, description: String, parameters: GenerationSchema) {
            self.name = name
            self.description = description
            self.parameters = parameters
        }

        /// Takes the definition from a tool.
        public init(tool: some Tool) {
            self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
        }
    }
}
