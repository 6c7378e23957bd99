public import AssistantSchemas
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

extension Date: IntentValue {
    /// `Date`.
    public static var schemaType: SchemaType { .date }

    /// Reads a moment of RFC 3339, with fractions of a second or without.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Date {
        let plain = Date.ISO8601FormatStyle()
        guard let text = json.stringValue,
            let date = (try? plain.parse(text))
                ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
        else { throw context.fault("a date and time with an offset", not: json) }
        return date
    }

    /// Returns the moment in UTC.
    public func json(in context: IntentOutput) async throws -> JSONValue { .string(formatted(.iso8601)) }
}

extension URL: IntentValue {
    /// `URL`.
    public static var schemaType: SchemaType { .url }

    /// Reads an address with a scheme.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> URL {
        guard let text = json.stringValue, let url = URL(string: text), url.scheme != nil else {
            throw context.fault("an address with a scheme", not: json)
        }
        return url
    }

    /// Returns the address.
    public func json(in context: IntentOutput) async throws -> JSONValue { .string(absoluteString) }
}

extension DateComponents: IntentValue {
    /// `DateComponents`.
    public static var schemaType: SchemaType { .dateComponents }

    /// Reads an object of whole numbers, with an optional zone.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> DateComponents {
        guard let members = json.objectValue else { throw context.fault("the parts of a date or a time", not: json) }
        func part(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
            guard let value = members[name], !value.isNull else { return nil }
            guard let number = value.intValue, range.contains(number) else {
                throw context.at(name).fault(
                    "a whole number from \(range.lowerBound) to \(range.upperBound)",
                    not: value
                )
            }
            return number
        }
        var components = DateComponents(
            year: try part("year", 1...9_999),
            month: try part("month", 1...12),
            day: try part("day", 1...31),
            hour: try part("hour", 0...23),
            minute: try part("minute", 0...59),
            second: try part("second", 0...59)
        )
        if let name = members["timeZone"], !name.isNull {
            guard let zone = name.stringValue.flatMap(TimeZone.init(identifier:)) else {
                throw context.at("timeZone").fault("the name of a time zone", not: name)
            }
            components.timeZone = zone
        }
        return components
    }

    /// Returns the known parts.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        var members = JSONObject()
        for (name, value) in [
            ("year", year), ("month", month), ("day", day), ("hour", hour), ("minute", minute), ("second", second),
        ] {
            members[name] = value.map { .integer($0) }
        }
        members["timeZone"] = timeZone.map { .string($0.identifier) }
        return .object(members)
    }
}
