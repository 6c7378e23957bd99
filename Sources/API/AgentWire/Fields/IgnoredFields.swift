/// The names of ignored request fields, for the header `Torii-Ignored`.
struct IgnoredFields: Sendable, Equatable {
    /// The maximum number of names, which keeps the header short.
    static let limit = 32
    /// The maximum number of bytes in a name.
    static let nameLimit = 64

    /// The distinct names, in the order of their first occurrence.
    private(set) var names: [String] = []

    /// Adds a name; bytes that a header's value must not contain become `?`.
    mutating func insert(_ name: String) {
        guard names.count < Self.limit else { return }
        let bytes = name.utf8.prefix(Self.nameLimit).map { Self.isPlain($0) ? $0 : UInt8(ascii: "?") }
        let name = String(decoding: bytes, as: UTF8.self)
        if !names.contains(name) { names.append(name) }
    }

    /// Adds the names of an object's unknown members, each with the prefix `place`.
    mutating func insert(_ fields: RequestFields, besides known: Set<String>, in place: String = "") {
        guard names.count < Self.limit else { return }
        for name in fields.names(besides: known) { insert(place + name) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
