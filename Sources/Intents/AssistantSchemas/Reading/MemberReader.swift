import StreamingJSON

/// A reader of the members of one object of a document, which names the place of a fault.
struct MemberReader {
    private let members: JSONObject
    /// The place of the object, as a JSON Pointer.
    let path: String

    /// Makes a reader of a value that has to be an object.
    init(_ value: JSONValue, at path: String) throws(DocumentFormatError) {
        guard let members = value.objectValue else {
            throw DocumentFormatError(path: path, message: "An object is expected, not \(value.typeName).")
        }
        self.init(members, at: path)
    }

    init(_ members: JSONObject, at path: String) {
        self.members = members
        self.path = path
    }

    /// The number of members.
    var count: Int { members.count }

    /// Returns the error for a member.
    func fault(_ member: String, _ message: String) -> DocumentFormatError {
        DocumentFormatError(path: "\(path)/\(member)", message: message)
    }

    /// Returns a member; `nil` if it is missing or `null`.
    func value(_ name: String) -> JSONValue? {
        // A plain `nil` would be the JSON value `null`.
        members[name].flatMap { $0.isNull ? Optional.none : $0 }
    }

    /// Returns a member that has to be an object.
    func reader(_ name: String) throws(DocumentFormatError) -> MemberReader {
        try MemberReader(value(name) ?? nil, at: "\(path)/\(name)")
    }

    /// Returns a required text.
    func text(_ name: String, most: Int = 200) throws(DocumentFormatError) -> String {
        guard let text = try optionalText(name, most: most), !text.isEmpty else {
            throw fault(name, "'\(name)' is missing; it is a text of 1 to \(most) bytes.")
        }
        return text
    }

    /// Returns a text, or `nil` if it is missing.
    func optionalText(_ name: String, most: Int = 200) throws(DocumentFormatError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue, text.utf8.count <= most else {
            throw fault(name, "'\(name)' has to be a text of at most \(most) bytes.")
        }
        return text
    }

    /// Returns a truth value, or the default if it is missing.
    func flag(_ name: String, default preset: Bool = false) throws(DocumentFormatError) -> Bool {
        guard let value = value(name) else { return preset }
        guard let flag = value.boolValue else { throw fault(name, "'\(name)' has to be true or false.") }
        return flag
    }

    /// Returns a whole number in a range, or `nil` if it is missing.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(DocumentFormatError) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.intValue, range.contains(number) else {
            throw fault(name, "'\(name)' has to be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Returns one of the values of an enumeration, or `nil` if it is missing.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Choice.Type = Choice.self
    ) throws(DocumentFormatError) -> Choice? {
        guard let value = value(name) else { return nil }
        guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else {
            throw fault(name, "'\(name)' has to be one of \(Self.list(type)).")
        }
        return choice
    }

    /// Returns the values of an enumeration in an array, or `nil` if it is missing.
    func choices<Choice: RawRepresentable<String> & CaseIterable & Hashable>(
        _ name: String,
        _ type: Choice.Type = Choice.self
    ) throws(DocumentFormatError) -> Set<Choice>? {
        guard value(name) != nil else { return nil }
        var found: Set<Choice> = []
        for (_, value) in try elements(name, most: 32) {
            guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else {
                throw fault(name, "'\(name)' may have \(Self.list(type)).")
            }
            found.insert(choice)
        }
        return found
    }

    /// Returns the elements of an array with their paths; none if it is missing.
    func elements(_ name: String, most: Int) throws(DocumentFormatError) -> [(path: String, value: JSONValue)] {
        guard let value = value(name) else { return [] }
        guard let elements = value.arrayValue, elements.count <= most else {
            throw fault(name, "'\(name)' has to be an array of at most \(most) elements.")
        }
        return elements.enumerated().map { ("\(path)/\(name)/\($0)", $1) }
    }

    /// Returns the members of an object, whose names are identifiers; none if it is missing.
    func object(_ name: String, most: Int = 100) throws(DocumentFormatError) -> JSONObject {
        guard let value = value(name) else { return [:] }
        guard let object = value.objectValue, object.count <= most else {
            throw fault(name, "'\(name)' has to be an object with at most \(most) members.")
        }
        for (key, _) in object where !Self.isIdentifier(key) {
            throw fault(name, "A name in '\(name)' has to consist of at most 64 letters, digits and underscores.")
        }
        return object
    }

    /// Returns the texts of an object, whose names are identifiers.
    func texts(_ name: String) throws(DocumentFormatError) -> [String: String] {
        var texts: [String: String] = [:]
        for (key, value) in try object(name) {
            guard let text = value.stringValue, text.utf8.count <= 200 else {
                throw fault("\(name)/\(key)", "'\(key)' has to be a text of at most 200 bytes.")
            }
            texts[key] = text
        }
        return texts
    }

    private static func isIdentifier(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
            }
    }

    private static func list<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
        Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }
}

/// A document that does not have the form of its kind.
public struct DocumentFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place, as a JSON Pointer (RFC 6901); empty for the document as a whole.
    public let path: String
    /// A sentence with the expected form.
    public let message: String

    init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The place and the sentence.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
