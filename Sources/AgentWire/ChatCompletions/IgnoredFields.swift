/// The fields of a request that the server ignores, by name, for the header `Torii-Ignored`.
struct IgnoredFields: Sendable, Equatable {
    /// The most names that are kept; a header is no place for more.
    static let limit = 32
    /// The most bytes of a name.
    static let nameLimit = 64

    /// The names, each once, in the order in which they were met.
    private(set) var names: [String] = []

    /// Adds a name, with what a header's value cannot hold replaced by `?`.
    mutating func insert(_ name: String) {
        guard names.count < Self.limit else { return }
        let bytes = name.utf8.prefix(Self.nameLimit).map { Self.isPlain($0) ? $0 : UInt8(ascii: "?") }
        let name = String(decoding: bytes, as: UTF8.self)
        if !names.contains(name) { names.append(name) }
    }

    /// Adds what an object has besides the names that are known; `place` is put before each name.
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
