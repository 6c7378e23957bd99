#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Secrets
package import StreamingJSON

/// A type of the value of a field.
package protocol FieldValue: Sendable, Equatable {
    /// Returns the schema, without `null`.
    static func fieldSchema(_ note: String?) -> WireSchema
    /// The valid values in words.
    static var expected: String { get }
    /// Whether there may be no value, which is written as `null`.
    static var isNullable: Bool { get }
    /// Reads a field; `nil` if it is missing, and if it is faulty, after its fault was collected.
    static func field(_ name: String, _ fields: inout RequestFields) -> Self?
    /// Reads a field, and collects a fault if it is missing.
    static func requiredField(_ name: String, _ fields: inout RequestFields) -> Self?
    /// The value as JSON.
    var fieldValue: JSONValue { get }
}

extension FieldValue {
    package static var isNullable: Bool { false }

    package static func requiredField(_ name: String, _ fields: inout RequestFields) -> Self? {
        if let value = field(name, &fields) { return value }
        if fields.value(name) == nil { fields.reject(name, "required: \(expected)", .missing) }
        return nil
    }
}

/// A type of the elements of a list.
package protocol FieldElement: FieldValue {
    /// Reads a list; `nil` if it is missing, and if it is faulty, after its fault was collected.
    static func list(_ name: String, _ fields: inout RequestFields) -> [Self]?
    /// Reads a list of any length, and collects a fault if it is missing.
    static func requiredList(_ name: String, _ fields: inout RequestFields) -> [Self]
}

/// A type of one of several words.
package protocol WireWord: FieldValue, RawRepresentable<String>, CaseIterable {}

extension WireWord {
    package static func fieldSchema(_ note: String?) -> WireSchema { .words(of: Self.self, note) }
    package static var expected: String { "one of \(allCases.map(\.rawValue).joined(separator: ", "))" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Self? { fields.choice(name) }
    package var fieldValue: JSONValue { .string(rawValue) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { Wrapped.fieldSchema(note) }
    package static var expected: String { Wrapped.expected }
    package static var isNullable: Bool { true }

    package static func field(_ name: String, _ fields: inout RequestFields) -> Self? {
        .some(Wrapped.field(name, &fields))
    }

    package var fieldValue: JSONValue { self?.fieldValue ?? .null }
}

extension Array: FieldValue where Element: FieldElement {
    package static func fieldSchema(_ note: String?) -> WireSchema { .list(of: Element.fieldSchema(nil), note) }
    package static var expected: String { "an array" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Self? { Element.list(name, &fields) }

    package static func requiredField(_ name: String, _ fields: inout RequestFields) -> Self? {
        Element.requiredList(name, &fields)
    }

    package var fieldValue: JSONValue { .array(map(\.fieldValue)) }
}

extension Dictionary: FieldValue where Key == String, Value: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { .map(of: Value.fieldSchema(nil), note) }
    package static var expected: String { "an object" }

    /// Returns the members, without those of another type.
    package static func field(_ name: String, _ fields: inout RequestFields) -> Self? {
        guard let object = fields.object(name), var members = try? RequestFields(open: object) else { return nil }
        return (object.objectValue ?? [:]).reduce(into: [:]) { $0[$1.key] = Value.field($1.key, &members) }
    }

    /// The members, in the order of their names.
    package var fieldValue: JSONValue {
        .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.fieldValue) }))
    }
}

extension String: FieldElement {
    package static func fieldSchema(_ note: String?) -> WireSchema { .text(note) }
    package static var expected: String { "a string" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> String? { fields.string(name) }
    package static func list(_ name: String, _ fields: inout RequestFields) -> [String]? { fields.strings(name) }

    package static func requiredList(_ name: String, _ fields: inout RequestFields) -> [String] {
        fields.requiredStrings(name)
    }

    package var fieldValue: JSONValue { .string(self) }
}

extension Int: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { .integer(note) }
    package static var expected: String { "a whole number" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Int? { fields.integer(name) }
    package var fieldValue: JSONValue { .integer(self) }
}

extension Double: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { .number(note) }
    package static var expected: String { "a number" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Double? { fields.number(name) }
    package var fieldValue: JSONValue { .number(self) }
}

extension Bool: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { .flag(note) }
    package static var expected: String { "true or false" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Bool? { fields.bool(name) }
    package var fieldValue: JSONValue { .bool(self) }
}

extension Date: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { .time(note) }
    package static var expected: String { "a time such as 2026-12-31T00:00:00Z" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Date? { fields.date(name) }
    package var fieldValue: JSONValue { .time(self) }
}

extension SecretString: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema { .text(note) }
    package static var expected: String { "a string" }

    package static func field(_ name: String, _ fields: inout RequestFields) -> SecretString? {
        fields.string(name).map { SecretString($0) }
    }

    package var fieldValue: JSONValue { .string(shown) }
}

extension JSONValue: FieldElement {
    package static func fieldSchema(_ note: String?) -> WireSchema { .anything(note) }
    package static var expected: String { "a value" }

    /// Returns any value, also `null`.
    package static func field(_ name: String, _ fields: inout RequestFields) -> JSONValue? { fields.member(name) }
    package static func list(_ name: String, _ fields: inout RequestFields) -> [JSONValue]? { fields.array(name) }

    package static func requiredList(_ name: String, _ fields: inout RequestFields) -> [JSONValue] {
        fields.requiredArray(name)
    }

    package var fieldValue: JSONValue { self }
}
