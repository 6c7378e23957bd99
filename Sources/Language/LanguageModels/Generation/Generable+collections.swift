import StreamingJSON

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
    /// The elements as a JSON array.
    public var generatedContent: GeneratedContent {
        GeneratedContent(jsonValue: .array(map { $0.generatedContent.jsonValue }))
    }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
    /// The elements as a JSON array if they are content, otherwise one per line.
    public var promptRepresentation: Prompt {
        if let content = self as? any ConvertibleToGeneratedContent {
            return Prompt(text: content.generatedContent.jsonString)
        }
        return PromptBuilder.buildArray(self)
    }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
    /// The elements as a JSON array if they are content, otherwise one per line.
    public var instructionsRepresentation: Instructions {
        if let content = self as? any ConvertibleToGeneratedContent {
            return Instructions(text: content.generatedContent.jsonString)
        }
        return InstructionsBuilder.buildArray(self)
    }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
    /// Reads each element of a JSON array, without a last element that is unfinished and unreadable.
    @inlinable
    public init(_ content: GeneratedContent) throws {
        guard content.isRememberedList else {
            self = try content.readElements()
            return
        }
        // While a list is still arriving, only its new elements are read.
        let known = content.removeList(of: Element.self)
        let list = known.map { unsafeDowncast($0.list, to: PartialList<Element>.self) } ?? PartialList()
        if known?.isCurrent != true {
            if list.elements.count > list.finishedCount { list.elements.removeLast() }
            while let element = content.finishedElement(list.finishedCount) {
                list.elements.append(try element.read(as: .element(list.finishedCount)))
                list.finishedCount += 1
            }
            if let element = content.openElement(list.finishedCount), let open = try? Element(element) {
                list.elements.append(open)
            }
        }
        content.store(list, of: Element.self)
        self = list.elements
    }
}

extension GeneratedContent {
    /// Reads the elements as values, without a last element that is unfinished and unreadable.
    @usableFromInline func readElements<Element: ConvertibleFromGeneratedContent>() throws -> [Element] {
        try elements().enumerated().compactMap { index, element in
            element.isComplete ? try element.read(as: .element(index)) : try? Element(element)
        }
    }
}

extension Array: Generable where Element: Generable {
    /// An array whose elements may be incomplete.
    public typealias PartiallyGenerated = [Element.PartiallyGenerated]

    /// A JSON array of the element's schema.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            content: SchemaContent(root: .array(of: .type(SchemaType(Element.self), keywords: [:]), keywords: [:]))
        )
    }
}

extension Optional where Wrapped: Generable {
    /// The partial form of the wrapped type.
    public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
    /// The wrapped value, or `null`.
    public var generatedContent: GeneratedContent {
        self?.generatedContent ?? GeneratedContent(jsonValue: .null)
    }
}
