import StreamingJSON

extension GenerationSchema {
    /// One property of an object (Apple FoundationModels 26.0).
    public struct Property: Sendable {
        let content: SchemaProperty

        /// Makes a required property.
        public init<Value: Generable>(
            name: String,
            description: String? = nil,
            type: Value.Type,
            guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name: name, description: description, type: type, isOptional: false, guides: guides)
        }

        /// Makes an optional property.
        public init<Value: Generable>(
            name: String,
            description: String? = nil,
            type: Value?.Type,
            guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name: name, description: description, type: Value.self, isOptional: true, guides: guides)
        }

        /// Makes a required text property that must match all of these patterns.
        public init<RegexOutput>(
            name: String,
            description: String? = nil,
            type: String.Type,
            guides: [Regex<RegexOutput>] = []
        ) {
            let guides = guides.map { GenerationGuide<String>.pattern($0) }
            self.init(name: name, description: description, type: type, isOptional: false, guides: guides)
        }

        /// Makes an optional text property that must match all of these patterns if it is present.
        public init<RegexOutput>(
            name: String,
            description: String? = nil,
            type: String?.Type,
            guides: [Regex<RegexOutput>] = []
        ) {
            let guides = guides.map { GenerationGuide<String>.pattern($0) }
            self.init(name: name, description: description, type: String.self, isOptional: true, guides: guides)
        }

        private init<Value: Generable>(
            name: String,
            description: String?,
            type: Value.Type,
            isOptional: Bool,
            guides: [GenerationGuide<Value>]
        ) {
            content = SchemaProperty(
                name: name,
                description: description,
                node: .type(type, guides: guides),
                isOptional: isOptional
            )
        }
    }
}
