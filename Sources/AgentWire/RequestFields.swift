package import Foundation
package import StreamingJSON

/// Reads the fields of a request body one by one and collects every fault, so that a client can mend all of them at once.
package struct RequestFields {
    private let object: JSONObject
    private let place: String
    package private(set) var faults: [WireError.Fault] = []

    /// Starts on a body, which must be a JSON object with no members but `known`.
    ///
    /// - Parameter place: Where the object stands in the body, as a JSON pointer.
    package init(_ body: JSONValue, known: Set<String>, at place: String = "#") throws(WireError) {
        guard case .object(let object) = body else {
            let what = place == "#" ? "the body must be a JSON object" : "must be an object"
            throw WireError([.init(pointer: place, detail: "\(what), not \(body.typeName)")])
        }
        self.object = object
        self.place = place
        for key in object.keys where !known.contains(key) {
            let names = known.sorted().joined(separator: ", ")
            let taker = place == "#" ? "this endpoint" : "this object"
            reject(key, "unknown field; \(taker) takes \(names)")
        }
    }

    /// A text; `nil` when it is not there.
    package mutating func string(_ key: String) -> String? {
        read(key, expected: "a string") { $0.stringValue }
    }

    /// A text that must be there.
    package mutating func requiredText(_ key: String) -> String {
        guard let text = string(key) else {
            if object[key] == nil || object[key] == .null {
                reject(key, "required: a text that is not empty")
            }
            return ""
        }
        if text.allSatisfy(\.isWhitespace) {
            reject(key, "must not be empty")
        }
        return text
    }

    /// A truth value; `nil` when it is not there.
    package mutating func bool(_ key: String) -> Bool? {
        read(key, expected: "true or false") { $0.boolValue }
    }

    /// A list of texts; `nil` when it is not there.
    package mutating func strings(_ key: String) -> [String]? {
        read(key, expected: "an array of strings") { value in
            guard let elements = value.arrayValue else { return nil }
            let strings = elements.compactMap(\.stringValue)
            return strings.count == elements.count ? strings : nil
        }
    }

    /// Any value; also null where it is written.
    func member(_ key: String) -> JSONValue? { object[key] }

    /// Any value but null.
    func value(_ key: String) -> JSONValue? { object[key].flatMap { $0.isNull ? Optional.none : $0 } }

    /// An array of objects, each read by itself; the faults of all of them are collected.
    mutating func elements<Element>(
        _ key: String,
        known: Set<String>,
        _ convert: (inout RequestFields) -> Element
    ) -> [Element]? {
        guard let values = read(key, expected: "an array of objects", { $0.arrayValue }) else { return nil }
        return values.enumerated().compactMap { index, value in
            do throws(WireError) {
                var fields = try RequestFields(value, known: known, at: "\(place)/\(key)/\(index)")
                let element = convert(&fields)
                faults += fields.faults
                return element
            } catch {
                faults += error.faults
                return nil
            }
        }
    }

    /// One of a few words.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String) -> Choice? {
        guard let text = string(key) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        reject(key, "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        return nil
    }

    /// A whole number; `nil` when it is not there.
    package mutating func integer(_ key: String) -> Int? {
        read(key, expected: "a whole number") { $0.intValue }
    }

    /// A moment; `nil` when it is not there.
    package mutating func date(_ key: String) -> Date? {
        read(key, expected: "a time such as 2026-12-31T00:00:00Z") { value in
            value.stringValue.flatMap { try? Date($0, strategy: .iso8601) }
        }
    }

    /// An object; `nil` when it is not there.
    package mutating func object(_ key: String) -> JSONValue? {
        read(key, expected: "an object") { $0.objectValue == nil ? Optional.none : $0 }
    }

    /// Whether a field is there, be it `null`.
    package func mentions(_ key: String) -> Bool { object[key] != nil }

    /// Takes over what is wrong with the members of a field that is an object.
    package mutating func reject(_ key: String, _ error: WireError) {
        faults += error.faults.map {
            WireError.Fault(pointer: "#/\(key)" + $0.pointer.dropFirst(), detail: $0.detail)
        }
    }

    /// Takes over what is wrong with something in the body that was read by itself, from the body's beginning.
    mutating func take(_ error: WireError) { faults += error.faults }

    /// Adds a fault that only the meaning of a field shows.
    package mutating func reject(_ key: String, _ detail: String) {
        faults.append(.init(pointer: "\(place)/\(key)", detail: detail))
    }

    /// Throws when anything was wrong.
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
            reject(key, "must be \(expected), not \(value.typeName)")
            return nil
        }
        return converted
    }
}
