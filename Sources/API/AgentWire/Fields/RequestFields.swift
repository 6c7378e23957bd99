#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
import StreamSafeText
package import StreamingJSON

/// A reader of a request body's fields that collects all faults, so that a client can correct them at once.
///
/// The time is proportional to the body's length, and the faults need only a few kilobytes: ``FaultList`` stores only the first
/// ones, long arrays are refused before their elements are read, and quoted text is shortened.
package struct RequestFields {
    private let object: JSONObject
    /// The JSON pointer of the object in the body.
    let place: String
    package private(set) var faults = FaultList()

    /// Reads an object that may only have the members `known`.
    ///
    /// - Parameter place: The JSON pointer of the object in the body.
    package init(_ body: JSONValue, known: Set<String>, at place: String = "#") throws(WireError) {
        try self.init(open: body, at: place)
        guard let first = object.firstIndex(where: { !known.contains($0.key) }) else { return }
        let names = known.sorted().joined(separator: ", ")
        let detail = "unknown field; \(place == "#" ? "this endpoint" : "this object") accepts \(names)"
        for (key, _) in object[first...] where !known.contains(key) {
            if faults.isFull { faults.omit(1) } else { reject(Self.pointerToken(key), detail, .unknownField) }
        }
    }

    /// Reads an object that may have any members.
    init(open body: JSONValue, at place: String = "#") throws(WireError) {
        guard case .object(let object) = body else {
            let what = place == "#" ? "the body must be a JSON object" : "must be an object"
            throw WireError([.init(pointer: place, detail: "\(what), not \(body.typeName)", kind: .wrongType)])
        }
        (self.object, self.place) = (object, place)
    }

    /// Returns the names of the members that are neither `null` nor in `known`, in order.
    func names(besides known: Set<String>) -> [String] {
        object.compactMap { known.contains($0.key) || $0.value.isNull ? nil : $0.key }
    }

    /// Returns a client's field name as one token of a JSON pointer (RFC 6901), shortened.
    static func pointerToken(_ key: String) -> String {
        key.excerpt().replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// Returns a text; `nil` if it is missing.
    package mutating func string(_ key: String) -> String? {
        read(key, expected: "a string") { $0.stringValue }
    }

    /// Returns the name that an administrator chose for something; `nil` if it is missing.
    ///
    /// It is one line that no terminal obeys and that reads in one direction, because other administrators see it.
    package mutating func name(_ key: String) -> String? {
        guard let name = string(key) else { return nil }
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isBidiControl
            }
        }
        if !isPlain || name.utf8.count > 200 {
            reject(
                key,
                "must be one line of at most 200 bytes, without control characters and those that reverse the direction",
                .invalidValue
            )
        }
        return name
    }

    /// Returns the instructions for a model; `nil` if they are missing.
    mutating func instructions() -> String? {
        let text = string("instructions")
        if text?.hasControlCharacters == true {
            reject("instructions", "must have no control characters other than tabs and line breaks", .invalidValue)
        }
        return text
    }

    /// Returns a required text that is not empty.
    package mutating func requiredText(_ key: String) -> String {
        guard let text = string(key) else {
            if object[key] == nil || object[key] == .null {
                reject(key, "required: a text that is not empty", .missing)
            }
            return ""
        }
        if text.isBlank {
            reject(key, "must not be empty", .invalidValue)
        }
        return text
    }

    /// Returns a Boolean; `nil` if it is missing.
    package mutating func bool(_ key: String) -> Bool? {
        read(key, expected: "true or false") { $0.boolValue }
    }

    /// Returns a list of texts; `nil` if it is missing.
    package mutating func strings(_ key: String) -> [String]? {
        let expected = "an array of strings"
        guard let elements = array(key, expected: expected, upTo: ArrayLimits.names) else { return nil }
        let strings = elements.compactMap(\.stringValue)
        if strings.count == elements.count { return strings }
        reject(key, "must be \(expected)", .wrongType)
        return nil
    }

    /// Returns an array of at most `limit` elements; `nil` if it is missing.
    private mutating func array(_ key: String, expected: String, upTo limit: Int) -> [JSONValue]? {
        guard let elements = read(key, expected: expected, { $0.arrayValue }) else { return nil }
        guard elements.count <= limit else {
            reject(
                key,
                "has \(elements.count) elements, and at most \(limit) are accepted; send fewer",
                .tooManyElements
            )
            return nil
        }
        return elements
    }

    /// Returns any value, including an explicit null.
    func member(_ key: String) -> JSONValue? { object[key] }

    /// Returns any value except null.
    func value(_ key: String) -> JSONValue? { object[key].flatMap { $0.isNull ? Optional.none : $0 } }

    /// Returns an array of objects, after converting each one; their faults are collected.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of elements; a longer array is refused as a whole.
    ///   - known: The members that an element may have; `nil` for any.
    mutating func elements<Element>(
        _ key: String,
        upTo limit: Int,
        known: Set<String>?,
        _ convert: (inout RequestFields) -> Element
    ) -> [Element]? {
        guard let values = array(key, expected: "an array of objects", upTo: limit) else { return nil }
        return values.enumerated().compactMap { index, value in
            do throws(WireError) {
                let place = "\(place)/\(key)/\(index)"
                var fields =
                    if let known { try RequestFields(value, known: known, at: place) } else {
                        try RequestFields(open: value, at: place)
                    }
                let element = convert(&fields)
                faults.append(contentsOf: fields.faults)
                return element
            } catch {
                faults.append(contentsOf: error.faults)
                return nil
            }
        }
    }

    /// Returns one of several words.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String) -> Choice? {
        guard let text = string(key) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        reject(key, "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", .unsupportedValue)
        return nil
    }

    /// Returns a whole number; `nil` if it is missing.
    package mutating func integer(_ key: String) -> Int? {
        read(key, expected: "a whole number") { $0.intValue }
    }

    /// Returns a number; `nil` if it is missing.
    mutating func number(_ key: String) -> Double? {
        read(key, expected: "a number") { $0.doubleValue }
    }

    /// Returns a list of any JSON values; `nil` if it is missing.
    mutating func array(_ key: String) -> [JSONValue]? {
        read(key, expected: "an array") { $0.arrayValue }
    }

    /// Returns a time; `nil` if it is missing.
    package mutating func date(_ key: String) -> Date? {
        read(key, expected: "a time such as 2026-12-31T00:00:00Z") { value in
            value.stringValue.flatMap { try? Date($0, strategy: .iso8601) }
        }
    }

    /// Returns an object; `nil` if it is missing.
    package mutating func object(_ key: String) -> JSONValue? {
        read(key, expected: "an object") { $0.objectValue == nil ? Optional.none : $0 }
    }

    /// Whether a field is present, even as `null`.
    package func contains(_ key: String) -> Bool { object[key] != nil }

    /// Adds the faults of a field that is an object.
    package mutating func reject(_ key: String, _ error: WireError) {
        for fault in error.faults {
            let pointer = "#/\(key)" + fault.pointer.dropFirst()
            faults.append(.init(pointer: pointer, detail: fault.detail, kind: fault.kind))
        }
        faults.omit(error.faults.omittedCount)
    }

    /// Adds the faults of a part of the body that was read separately, with pointers from the body's root.
    mutating func append(_ error: WireError) { faults.append(contentsOf: error.faults) }

    /// Adds a fault that depends on the meaning of a field.
    package mutating func reject(_ key: String, _ detail: String, _ kind: WireError.Fault.Kind? = nil) {
        faults.append(.init(pointer: "\(place)/\(key)", detail: detail, kind: kind))
    }

    /// Rejects the other members of an object that belongs to this server alone, where an unknown one is a misspelling.
    mutating func reject(besides known: String...) {
        let detail = "unknown field; this object accepts \(known.joined(separator: ", "))"
        for name in names(besides: Set(known)).prefix(FaultList.limit) {
            reject(Self.pointerToken(name), detail, .unknownField)
        }
    }

    /// Throws if there are any faults.
    package func check() throws(WireError) {
        if !faults.isEmpty { throw WireError(faults) }
    }

    private mutating func read<Value>(
        _ key: String,
        expected: String,
        _ convert: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = object[key], !value.isNull else { return nil }
        guard let converted = convert(value) else {
            reject(key, "must be \(expected), not \(value.typeName)", .wrongType)
            return nil
        }
        return converted
    }
}

/// The maximum lengths of arrays in requests; a longer array is refused before its elements are read.
enum ArrayLimits {
    /// The client's tools in a turn.
    static let clientTools = 64
    /// The outputs or decisions in one request; a model's answer has at most 64 calls.
    static let answers = 256
    /// The tools in a request of another dialect; the limit of the provider that is asked applies later.
    static let functions = 1024
    /// The parts of a message.
    static let parts = 1024
    /// The images of a native message, as many as a model is shown.
    static let images = 16
    /// The messages of an extraction, or of a conversation in a request.
    static let messages = 4096
    /// The names in a list, such as tools, models or scopes.
    static let names = 256
}
