import StreamingJSON

/// Reading of partial forms from a value that is still arriving.
///
/// Code that depends on the type to read is in inlinable functions, so that the compiler specializes it for each type;
/// other code is here. A generic function for all types would look up the types' metadata for each property of each
/// snapshot.
extension GeneratedContent {
    /// The result of a search for a property.
    @usableFromInline enum SoughtProperty {
        /// The property is missing, or `null`.
        case absent
        /// The property is still arriving.
        case open(GeneratedContent)
        /// The property is complete.
        case finished(GeneratedContent)
        /// The property was read before; the object is a `PartialPart` of the requested type.
        case remembered(AnyObject)
    }

    /// Finds a property that will be read as a type.
    ///
    /// - Throws: ``ParsingError`` if this is no object.
    @usableFromInline func seek(_ name: String, readAs type: Any.Type) throws -> SoughtProperty {
        switch recall?.state(of: name) {
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
    /// Whether this is a list that is still arriving, of which only new elements must be read.
    @usableFromInline var isRememberedList: Bool { recall != nil && snapshot.typeName == "array" }

    /// Removes the `PartialList` read before from the memory and returns it; `isCurrent` is true if nothing has
    /// arrived since.
    @usableFromInline func removeList(of type: Any.Type) -> (list: AnyObject, isCurrent: Bool)? {
        recall.flatMap { $0.memory.removeList(of: type, at: $0.offset) }
    }

    /// Stores a `PartialList` in the memory again.
    @usableFromInline func store(_ list: AnyObject, of type: Any.Type) {
        recall?.memory.store(list, type, at: recall?.offset ?? 0)
    }

    /// Returns the element at an index, if it is complete.
    @usableFromInline func finishedElement(_ index: Int) -> GeneratedContent? {
        index < snapshot.finishedCount ? element(index) : nil
    }

    /// Returns the element that is still arriving, which has this index.
    @usableFromInline func openElement(_ index: Int) -> GeneratedContent? { openPart(.element(index)) }
}
