extension Transcript {
    /// A tool's definition for the model.
    public struct ToolDefinition: Sendable, Equatable {
        /// The tool's name for the model.
        public var name: String
        /// The tool's description: when and for what the model should call it.
        public var description: String
        /// The schema of the arguments.
        public var parameters: GenerationSchema

        /// Makes a definition.
        public init(name: String, description: String, parameters: GenerationSchema) {
            self.name = name
            self.description = description
            self.parameters = parameters
        }

        /// Makes the definition of a tool.
        public init(tool: some Tool) {
            self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
        }
    }
}
