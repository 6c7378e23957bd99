/// The links of a `Link` header field (RFC 8288), by which some APIs name the next page.
struct LinkField: Sendable, Equatable {
    /// One link.
    struct Link: Sendable, Equatable {
        /// The target as it was written; it may be relative.
        var target: String
        /// The relations, in lower case.
        var relations: [String]
    }

    /// The links, in order.
    private(set) var links: [Link] = []

    private static let longestField = 16_384
    private static let mostLinks = 64

    /// Reads the values of the fields; a faulty link ends the reading, because what follows it has no certain place.
    init(_ values: [String]) {
        for value in values where value.utf8.count <= Self.longestField {
            var reader = Reader(bytes: Array(value.utf8))
            while links.count < Self.mostLinks, let link = reader.link() { links.append(link) }
        }
    }

    /// Returns the target of the first link with a relation, such as `next`.
    func target(of relation: String) -> String? { links.first { $0.relations.contains(relation) }?.target }
}

extension LinkField {
    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        private static let spaces: Set<UInt8> = [0x20, 0x09]

        mutating func link() -> Link? {
            // Empty elements of a list are allowed (RFC 9110 §5.6.1).
            while skipSpaces(), take(",") {}
            guard take("<"), let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            var link = Link(target: String(decoding: bytes[place..<end], as: UTF8.self), relations: [])
            place = end + 1
            while skipSpaces(), take(";") {
                guard let (name, value) = parameter() else { return nil }
                // Only the first `rel` counts.
                guard name == "rel", link.relations.isEmpty else { continue }
                link.relations = value.lowercased().split(separator: " ").map(String.init)
            }
            return place == bytes.count || bytes[place] == UInt8(ascii: ",") ? link : nil
        }

        /// Reads `name`, `name=token` or `name="text"`.
        private mutating func parameter() -> (name: String, value: String)? {
            _ = skipSpaces()
            let name = token().lowercased()
            guard !name.isEmpty else { return nil }
            _ = skipSpaces()
            guard take("=") else { return (name, "") }
            _ = skipSpaces()
            guard take("\"") else { return (name, token()) }
            var text: [UInt8] = []
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                switch byte {
                case UInt8(ascii: "\""): return (name, String(decoding: text, as: UTF8.self))
                case UInt8(ascii: "\\"):
                    guard place < bytes.count else { return nil }
                    text.append(bytes[place])
                    place += 1
                default: text.append(byte)
                }
            }
            return nil
        }

        private mutating func token() -> String {
            let start = place
            let ends = Set<UInt8>(",;=\"<> \t".utf8)
            while place < bytes.count, !ends.contains(bytes[place]) { place += 1 }
            return String(decoding: bytes[start..<place], as: UTF8.self)
        }

        /// Skips white space; returns whether anything follows.
        private mutating func skipSpaces() -> Bool {
            while place < bytes.count, Self.spaces.contains(bytes[place]) { place += 1 }
            return place < bytes.count
        }

        private mutating func take(_ sign: Unicode.Scalar) -> Bool {
            guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
            place += 1
            return true
        }
    }
}
