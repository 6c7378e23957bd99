import StreamingJSON
import YAMLReading

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
    /// Collects the faults; `nil` to end with the first one.
    let faults: DeclarationFaults?
    /// The number of faults before this object.
    private let earlier: Int
    /// The missing members, unless another fault explains their absence.
    private var lacks: [DeclarationError] = []

    /// Makes a reader that ends with the first fault.
    ///
    /// - Throws: ``DeclarationError`` if the value is no object.
    package init(_ element: Element, _ subject: String, file: String) throws(DeclarationError) {
        try self.init(element, subject, file: file, faults: nil)
    }

    /// Makes a reader.
    ///
    /// - Parameter faults: Collects the faults of members, which are read as if they were not there.
    /// - Throws: ``DeclarationError`` if the value is no object.
    init(_ element: Element, _ subject: String, file: String, faults: DeclarationFaults?) throws(DeclarationError) {
        (self.file, self.subject, place) = (file, subject, (element.line, element.column))
        (self.faults, earlier) = (faults, faults?.list.count ?? 0)
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
            return try refuse(element, "\(name) must be a list of texts, such as [a, b]")
        }
        var texts: [String] = []
        for element in elements { if let text = try text(of: element, "a member of \(name)") { texts.append(text) } }
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
            return try refuse(element, "\(name) must have names and texts")
        }
        var fields: [(name: String, value: String, element: Element)] = []
        for member in members {
            if let text = try text(of: member.value, member.name) { fields.append((member.name, text, member.value)) }
        }
        return fields
    }

    private func text(of element: Element, _ name: String) throws(DeclarationError) -> String? {
        guard case .scalar(let value) = element.value else { return try refuse(element, "\(name) must be a text") }
        switch value {
        case .string(let text): return text
        case .null: return try refuse(element, "\(name) has no value; write one, or remove the line")
        default: return value.serialized()
        }
    }

    /// Notes the fault of a member, which is then read as if it were not there.
    ///
    /// - Throws: The fault, if this reader ends with the first one.
    func refuse<Value>(_ element: Element, _ message: String) throws(DeclarationError) -> Value? {
        guard let faults else { throw fault(element, message) }
        faults.note(fault(element, message))
        return nil
    }

    /// Remembers that something is missing, which ``finish()`` says unless another fault explains it.
    mutating func lack(_ message: String, at element: Element? = nil) {
        lacks.append(element.map { fault($0, message) } ?? fault(message))
    }

    /// Returns a member and leaves it to be read.
    func element(_ name: String) -> Element? { rest.first { $0.name == name }?.value }

    /// Whether faults of this object were found.
    private var isFaulty: Bool { (faults?.list.count ?? 0) > earlier }

    /// Returns the error at a value.
    package func fault(_ element: Element, _ message: String) -> DeclarationError {
        DeclarationError(file, element.line, element.column, message)
    }

    /// Returns the error at the object.
    package func fault(_ message: String) -> DeclarationError {
        var fault = DeclarationError(file, place.line, place.column, message)
        fault.isSecondary = isFaulty
        return fault
    }

    /// The names of the members that were not read.
    package var unread: [String] { rest.map(\.name) }

    /// Refuses members that were not read, and reports what is missing.
    ///
    /// - Throws: ``DeclarationError`` for the first of them, or if this object has faults.
    package func finish() throws(DeclarationError) { try finish(known: asked) }

    /// Refuses members that were not read, and reports what is missing.
    ///
    /// - Throws: ``DeclarationError`` for the first of them, or if this object has faults.
    package func finish(known: [String]) throws(DeclarationError) {
        for (index, unknown) in rest.enumerated() {
            // A hint compares the name with all known ones. Only faults that are listed get one.
            if let faults, faults.isFull {
                faults.omit(rest.count - index)
                break
            }
            let hint =
                unknown.name.nearest(among: known).map { "did you mean '\($0)'?" }
                ?? "its names are \(known.joined(separator: ", "))"
            let fault = DeclarationError(
                file,
                unknown.place.line,
                unknown.place.column,
                "\(subject) has no '\(unknown.name)'; \(hint)"
            )
            guard let faults else { throw fault }
            faults.note(fault)
        }
        if !isFaulty {
            guard let faults else { if let lack = lacks.first { throw lack } else { return } }
            for lack in lacks { faults.note(lack) }
        }
        if isFaulty { throw fault("") }
    }
}
