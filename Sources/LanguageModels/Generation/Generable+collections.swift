import StreamingJSON

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
    /// The elements as a JSON array.
    public var generatedContent: GeneratedContent {
        GeneratedContent(jsonValue: .array(map { $0.generatedContent.jsonValue }))
    }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
    /// Elements that are content as a JSON array, others one per line.
    public var promptRepresentation: Prompt {
        if let content = self as? any ConvertibleToGeneratedContent {
            return Prompt(text: content.generatedContent.jsonString)
        }
        return PromptBuilder.buildArray(self)
    }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
    /// Elements that are content as a JSON array, others one per line.
    public var instructionsRepresentation: Instructions {
        if let content = self as? any ConvertibleToGeneratedContent {
            return Instructions(text: content.generatedContent.jsonString)
        }
        return InstructionsBuilder.buildArray(self)
    }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
    /// Reads each element of a JSON array; one that is unfinished and not yet readable is left off.
    public init(_ content: GeneratedContent) throws {
        guard let recall = content.recall, content.snapshot.typeName == "array" else {
            self = try content.elements().enumerated().compactMap { index, element in
                element.isComplete ? try element.read(as: .element(index)) : try? Element(element)
            }
            return
        }
        // Of a list that is still arriving only what is new is read.
        let list = recall.memory.takeList(of: Element.self, at: recall.offset)
        list.elements.removeLast(list.elements.count - list.finishedCount)
        while let element = content.element(list.finishedCount) {
            guard element.isComplete else {
                if let open = try? Element(element) { list.elements.append(open) }
                break
            }
            list.elements.append(try element.read(as: .element(list.finishedCount)))
            list.finishedCount += 1
        }
        recall.memory.putBack(list, at: recall.offset)
        self = list.elements
    }
}

extension Array: Generable where Element: Generable {
    /// An array whose elements may still be on their way.
    public typealias PartiallyGenerated = [Element.PartiallyGenerated]

    /// A JSON array of the element's schema.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            content: SchemaContent(root: .array(of: .type(SchemaType(Element.self), keywords: [:]), keywords: [:]))
        )
    }
}

extension Optional where Wrapped: Generable {
    /// An optional is partially generated as what it wraps.
    public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
    /// The wrapped value, or `null`.
    public var generatedContent: GeneratedContent {
        self?.generatedContent ?? GeneratedContent(jsonValue: .null)
    }
}
