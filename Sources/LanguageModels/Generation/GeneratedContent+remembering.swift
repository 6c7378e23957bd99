import StreamingJSON

/// How the partial forms of types are read out of a value that is still arriving.
///
/// What depends on the type that is read is in functions that can be inlined, which the compiler makes one of for each type; what
/// does not is here. A generic function for all types would look up the types' metadata for each property of each snapshot.
extension GeneratedContent {
    /// What a search for a property came to.
    @usableFromInline enum SoughtProperty {
        /// It is missing, or `null`.
        case absent
        /// It is still arriving.
        case open(GeneratedContent)
        /// It has arrived.
        case finished(GeneratedContent)
        /// It was read before; a `PartialPart` of the type that was asked for.
        case remembered(AnyObject)
    }

    /// Looks for a property that is to be read as a type.
    ///
    /// - Throws: ``ParsingError`` when this is no object.
    @usableFromInline func seek(_ name: String, readAs type: Any.Type) throws -> SoughtProperty {
        switch recall?.finding(name) {
        case .finished(let remembered)?:
            if let part = remembered.object(readAs: type) { return .remembered(part) }
        case .null?, .missing?: return .absent
        case .open?:
            if let content = openPart(.property(name)) { return .open(content) }
        case nil: break
        }
        guard let content = try property(name) else {
            recall?.rememberMissing(name)
            return .absent
        }
        guard content.isComplete else {
            recall?.rememberOpen(name)
            return .open(content)
        }
        guard !content.isNull else {
            recall?.rememberNull(name)
            return .absent
        }
        return .finished(content)
    }

    /// Reads a finished property and remembers it.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @usableFromInline func readFinished<Value: ConvertibleFromGeneratedContent>(
        _ content: GeneratedContent,
        asProperty name: String
    ) throws -> Value {
        let value: Value = try content.read(as: .property(name))
        recall?.remember(value, forProperty: name)
        return value
    }
}

// MARK: - Lists

extension GeneratedContent {
    /// Whether this is a list that is still arriving, of which only what is new need be read.
    @usableFromInline var isRememberedList: Bool { recall != nil && snapshot.typeName == "array" }

    /// Takes out the `PartialList` that was read before; `isCurrent` when nothing has come since.
    @usableFromInline func takeList(of type: Any.Type) -> (list: AnyObject, isCurrent: Bool)? {
        recall.flatMap { $0.memory.takeList(of: type, at: $0.offset) }
    }

    /// Puts a `PartialList` back.
    @usableFromInline func putBack(_ list: AnyObject, of type: Any.Type) {
        recall?.memory.putBack(list, type, at: recall?.offset ?? 0)
    }

    /// The element at a place, if it has arrived.
    @usableFromInline func finishedElement(_ index: Int) -> GeneratedContent? {
        index < snapshot.finishedCount ? element(index) : nil
    }

    /// The element that is still arriving, whose place this is.
    @usableFromInline func openElement(_ index: Int) -> GeneratedContent? { openPart(.element(index)) }
}
