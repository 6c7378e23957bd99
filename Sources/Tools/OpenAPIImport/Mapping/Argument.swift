import StreamingJSON

/// An argument before its name is chosen.
struct Argument {
    /// The part of the request.
    let part: RequestSlot.Part
    /// The name in the request.
    let name: String
    var schema: JSONValue
    var isRequired: Bool
    var style: String?
    var explode: Bool?
    var format: String?
    /// Whether slashes in a value of the path separate segments.
    var hasSegments = false
    /// The prefix of the argument's name if another argument has the name.
    let prefix: String
}

/// The names of a tool's arguments: `[A-Za-z0-9_]`, unique, 64 bytes at most.
struct ArgumentNames {
    private var taken: Set<String> = []

    /// Returns the argument's name; a name in use gets the prefix of its place, and a number if that is in use also.
    mutating func name(for argument: Argument) -> String {
        let plain = Self.plain(argument.name)
        var name = plain
        if taken.contains(name) { name = String((argument.prefix + plain).prefix(64)) }
        var number = 2
        while taken.contains(name) {
            name = "\(plain.prefix(58))_\(number)"
            number += 1
        }
        taken.insert(name)
        return name
    }

    private static func plain(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.unicodeScalars.append(scalar)
            default: if !result.isEmpty, result.utf8.last != UInt8(ascii: "_") { result += "_" }
            }
            if result.utf8.count >= 64 { break }
        }
        while result.utf8.count > 1, result.utf8.last == UInt8(ascii: "_") { result.removeLast() }
        return result.isEmpty ? "value" : result
    }
}
