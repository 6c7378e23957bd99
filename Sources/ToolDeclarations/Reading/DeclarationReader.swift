import StreamingJSON

/// A reader of the members of one object of a declaration, which refuses members that it does not know.
package struct DeclarationReader {
    package typealias Element = DeclarationDocument.Element

    package let file: String
    /// The name of the object for errors.
    private let subject: String
    private let place: (line: Int, column: Int)
    private var rest: [(name: String, place: (line: Int, column: Int), value: Element)]
    /// The names that were asked for, in order.
    private var asked: [String] = []

    /// Makes a reader.
    ///
    /// - Throws: ``DeclarationError`` if the value is no object.
    package init(_ element: Element, _ subject: String, file: String) throws(DeclarationError) {
        (self.file, self.subject, place) = (file, subject, (element.line, element.column))
        guard case .members(let members) = element.value else {
            throw DeclarationError(
                file,
                element.line,
                element.column,
                "\(subject) must have names and values, such as 'name: value'"
            )
        }
        rest = members
    }

    /// Removes a member and returns its value.
    package mutating func take(_ name: String) -> Element? {
        asked.append(name)
        guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
        return rest.remove(at: index).value
    }

    /// Returns a member with a text.
    ///
    /// - Throws: ``DeclarationError`` for another value.
    package mutating func text(_ name: String) throws(DeclarationError) -> String? {
        guard let element = take(name) else { return nil }
        return try text(of: element, name)
    }

    /// Returns a member with a list of texts.
    ///
    /// - Throws: ``DeclarationError`` for another value.
    package mutating func texts(_ name: String) throws(DeclarationError) -> [String]? {
        guard let element = take(name) else { return nil }
        guard case .list(let elements) = element.value else {
            throw fault(element, "\(name) must be a list of texts, such as [a, b]")
        }
        var texts: [String] = []
        for element in elements { texts.append(try text(of: element, "a member of \(name)")) }
        return texts
    }

    /// Returns a member whose members are texts, in their order.
    ///
    /// - Throws: ``DeclarationError`` for another value.
    package mutating func fields(
        _ name: String
    ) throws(DeclarationError) -> [(name: String, value: String, element: Element)]? {
        guard let element = take(name) else { return nil }
        guard case .members(let members) = element.value else {
            throw fault(element, "\(name) must have names and texts")
        }
        var fields: [(name: String, value: String, element: Element)] = []
        for member in members { fields.append((member.name, try text(of: member.value, member.name), member.value)) }
        return fields
    }

    private func text(of element: Element, _ name: String) throws(DeclarationError) -> String {
        guard case .scalar(let value) = element.value else { throw fault(element, "\(name) must be a text") }
        switch value {
        case .string(let text): return text
        case .null: throw fault(element, "\(name) has no value; write one, or remove the line")
        default: return value.serialized()
        }
    }

    /// Returns the error at a value.
    package func fault(_ element: Element, _ message: String) -> DeclarationError {
        DeclarationError(file, element.line, element.column, message)
    }

    /// Returns the error at the object.
    package func fault(_ message: String) -> DeclarationError {
        DeclarationError(file, place.line, place.column, message)
    }

    /// The names of the members that were not read.
    package var unread: [String] { rest.map(\.name) }

    /// Refuses members that were not read.
    ///
    /// - Throws: ``DeclarationError`` for the first of them.
    package func finish() throws(DeclarationError) { try finish(known: asked) }

    /// Refuses members that were not read.
    ///
    /// - Throws: ``DeclarationError`` for the first of them.
    package func finish(known: [String]) throws(DeclarationError) {
        guard let unknown = rest.first else { return }
        throw DeclarationError(
            file,
            unknown.place.line,
            unknown.place.column,
            "\(subject) has no '\(unknown.name)'; its names are \(known.joined(separator: ", "))"
        )
    }
}
