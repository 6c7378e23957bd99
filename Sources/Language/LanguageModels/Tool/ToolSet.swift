import Synchronization

/// The definitions of a set of tools, with the forms that users of the set make of them.
///
/// A server offers the same tools in many turns. Their names are checked and their schemas are written once for all
/// turns that have the same set, and freed with it.
package final class ToolSet: Sendable {
    /// The definitions, in the order of the tools.
    package let definitions: [Transcript.ToolDefinition]
    /// The forms by their types.
    private let forms = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Makes a set of definitions, whose tools keep their names, descriptions and schemas.
    package init(_ definitions: [Transcript.ToolDefinition]) { self.definitions = definitions }

    /// Whether these are the set's definitions, unchanged.
    ///
    /// An array that shares its storage with another has the same elements, because a change would have copied it. Names
    /// are not compared, because `String` compares names as equal that are different bytes on the wire.
    package func isUnchanged(in definitions: [Transcript.ToolDefinition]) -> Bool {
        self.definitions.withUnsafeBufferPointer { own in
            definitions.withUnsafeBufferPointer { $0.count == own.count && $0.baseAddress == own.baseAddress }
        }
    }

    /// Returns the form of a type, which is made on first use and then kept.
    package func form<Form: Sendable>(_ make: ([Transcript.ToolDefinition]) -> Form) -> Form {
        let id = ObjectIdentifier(Form.self)
        if let form = forms.withLock({ $0[id] }) as? Form { return form }
        // Outside the lock, because the types' schemas are computed by foreign code.
        let made = make(definitions)
        return forms.withLock { forms in
            if let first = forms[id] as? Form { return first }
            forms[id] = made
            return made
        }
    }
}
