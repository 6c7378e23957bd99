import JSONQuery
import StreamingJSON
import YAMLReading

extension DeclarationReader {
    /// Returns a member with true or false.
    ///
    /// - Throws: ``DeclarationError`` for another value.
    mutating func flag(_ name: String) throws(DeclarationError) -> Bool? {
        guard let element = take(name) else { return nil }
        guard let flag = element.json.boolValue else { return try refuse(element, "\(name) must be true or false") }
        return flag
    }

    /// Returns a member with a whole number.
    ///
    /// - Throws: ``DeclarationError`` for another value, and for a number outside the range.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(DeclarationError) -> Int? {
        guard let element = take(name) else { return nil }
        guard let number = element.json.intValue, range.contains(number) else {
            return try refuse(element, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns a member with one of the texts of a type.
    ///
    /// - Throws: ``DeclarationError`` for another value.
    mutating func choice<Choice: RawRepresentable<String>>(
        _ name: String,
        of choices: [Choice]
    ) throws(DeclarationError) -> Choice? {
        guard let element = take(name) else { return nil }
        guard let text = element.json.stringValue, let choice = choices.first(where: { $0.rawValue == text }) else {
            let known = choices.map(\.rawValue).joined(separator: ", ")
            return try refuse(element, "\(name) must be one of \(known)")
        }
        return choice
    }

    /// Returns a member with a time such as `20s`.
    ///
    /// - Throws: ``DeclarationError`` for another value, and for a time outside the range.
    mutating func duration(_ name: String, in range: ClosedRange<Duration>) throws(DeclarationError) -> Duration? {
        guard let element = take(name) else { return nil }
        let units: [String: Duration] = [
            "ms": .milliseconds(1), "s": .seconds(1), "m": .seconds(60), "min": .seconds(60), "h": .seconds(3_600),
            "d": .seconds(86_400),
        ]
        guard let (number, unit) = Self.measure(element.json), let factor = units[unit], number <= 1_000_000,
            range.contains(factor * number)
        else {
            return try refuse(
                element,
                "\(name) must be a time such as 20s, 500ms, 5m or 1h, from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            )
        }
        return factor * number
    }

    /// Returns a member with a number of bytes such as `2MB`.
    ///
    /// - Throws: ``DeclarationError`` for another value, and for a size outside the range.
    mutating func bytes(_ name: String, in range: ClosedRange<Int>) throws(DeclarationError) -> Int? {
        guard let element = take(name) else { return nil }
        let units = ["": 1, "B": 1, "kB": 1_000, "KB": 1_000, "KiB": 1 << 10, "MB": 1_000_000, "MiB": 1 << 20]
        guard let (number, unit) = Self.measure(element.json), let factor = units[unit], number <= 1_000_000_000,
            range.contains(number * factor)
        else {
            return try refuse(
                element,
                "\(name) must be a size such as 500kB or 2MB, from \(range.lowerBound) to \(range.upperBound) bytes"
            )
        }
        return number * factor
    }

    /// Returns a member with a text, or with a text for each language.
    ///
    /// - Throws: ``DeclarationError`` for another value.
    mutating func localized(_ name: String) throws(DeclarationError) -> LocalizedText? {
        guard let element = take(name) else { return nil }
        if case .scalar(.string(let text)) = element.value { return LocalizedText(text) }
        guard var texts = try object(name, element) else { return nil }
        let (english, japanese) = (try texts.text("en"), try texts.text("ja"))
        if english == nil, japanese == nil { texts.lack("\(name) needs a text under 'en' or 'ja'") }
        guard try ended(texts), let english = english ?? japanese else { return nil }
        return LocalizedText(english, japanese: japanese)
    }

    /// Returns a member with a JSONPath query.
    ///
    /// - Throws: ``DeclarationError`` for another value, and for a query that RFC 9535 does not allow.
    mutating func query(_ name: String) throws(DeclarationError) -> JSONQuery? {
        guard let element = take(name) else { return nil }
        do throws(DeclarationError) {
            return try query(element, name)
        } catch {
            return try refuse(element, error.message)
        }
    }

    /// Returns a value as a JSONPath query.
    ///
    /// - Throws: ``DeclarationError``.
    func query(_ element: Element, _ name: String) throws(DeclarationError) -> JSONQuery {
        guard let text = element.json.stringValue else {
            throw fault(element, "\(name) must be a JSONPath query such as $.items[*]")
        }
        do throws(JSONQueryError) {
            return try JSONQuery(parsing: text)
        } catch {
            throw fault(element, "\(name) is no JSONPath query (RFC 9535). \(error)")
        }
    }

    /// Returns a member that is an object, as a reader of it.
    ///
    /// - Throws: ``DeclarationError`` for another value.
    mutating func object(_ name: String) throws(DeclarationError) -> DeclarationReader? {
        guard let element = take(name) else { return nil }
        return try object(name, element)
    }

    private func object(_ name: String, _ element: Element) throws(DeclarationError) -> DeclarationReader? {
        do throws(DeclarationError) {
            return try DeclarationReader(element, name, file: file, faults: faults)
        } catch {
            return try refuse(element, error.message)
        }
    }

    /// Ends the reading of an object inside this one; `false` if it has faults, which are noted.
    ///
    /// - Throws: The first fault, if this reader ends with it.
    func ended(_ inner: DeclarationReader) throws(DeclarationError) -> Bool {
        guard let faults else {
            try inner.finish()
            return true
        }
        return faults.attempt { () throws(DeclarationError) in try inner.finish() } != nil
    }

    /// Returns a member that is a list.
    ///
    /// - Throws: ``DeclarationError`` for another value, and for a list that is too long.
    mutating func list(_ name: String, atMost limit: Int) throws(DeclarationError) -> [Element]? {
        guard let element = take(name) else { return nil }
        guard case .list(let elements) = element.value else {
            return try refuse(element, "\(name) must be a list; start each entry with '- '")
        }
        guard elements.count <= limit else {
            return try refuse(element, "\(name) has \(elements.count) entries; the limit is \(limit)")
        }
        return elements
    }

    /// Returns the members of a member, in order.
    ///
    /// - Throws: ``DeclarationError`` for another value, and for too many members.
    mutating func members(
        _ name: String,
        atMost limit: Int = 256
    ) throws(DeclarationError) -> [(name: String, value: Element)]? {
        guard let element = take(name) else { return nil }
        guard case .members(let members) = element.value else {
            return try refuse(element, "\(name) must have names and values")
        }
        guard members.count <= limit else {
            return try refuse(element, "\(name) has \(members.count) names; the limit is \(limit)")
        }
        return members.map { ($0.name, $0.value) }
    }

    /// Divides a text such as `20s` into its number and its unit.
    static func measure(_ value: JSONValue) -> (number: Int, unit: String)? {
        let text = value.stringValue ?? value.serialized()
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let unit = text.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") }
        return (number, String(decoding: unit, as: UTF8.self))
    }

    private static func text(_ duration: Duration) -> String {
        let (seconds, rest) = duration.components
        return rest == 0 ? "\(seconds)s" : "\(Int(duration / .milliseconds(1)))ms"
    }
}
