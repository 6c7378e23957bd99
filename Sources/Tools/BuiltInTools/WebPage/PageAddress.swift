import StreamSafeText
import Transport

/// The address of a page, as a person or a model writes it.
struct PageAddress: Sendable, Hashable {
    /// The address for the request: absolute, percent-encoded, without a fragment.
    let url: String

    /// The reasons why a text is not the address of a page.
    enum Fault: Error, Equatable {
        case empty
        /// The address is longer than servers accept.
        case tooLong
        /// The scheme is neither `http` nor `https`, such as `file`.
        case scheme(String)
        case noHost
    }

    /// The limit in bytes: as much as servers accept, because a longer address may smuggle data out.
    static let mostBytes = 8192

    /// Reads an address; without a scheme, `https` is assumed.
    init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.mostBytes else { throw .tooLong }
        let brackets: Set<Character> = ["<", ">", "\"", "'", "「", "」"]
        let trimmed = text.drop { $0.isWhitespace || brackets.contains($0) }
        let end = trimmed.lastIndex { !$0.isWhitespace && !brackets.contains($0) }
        guard let end else { throw .empty }
        let address = trimmed[...end].prefix { $0 != "#" }
        guard !address.isEmpty else { throw .empty }
        let scheme = Self.scheme(of: address)
        guard ["http", "https"].contains(scheme ?? "https") else { throw .scheme(scheme ?? "") }
        let whole = scheme == nil ? "https://" + address.drop { $0 == "/" } : String(address)
        guard let separator = whole.firstRange(of: "://"),
            whole[separator.upperBound...].first.map({ !"/?".contains($0) }) == true
        else { throw .noHost }
        url = Self.encoded(whole)
    }

    /// Returns the text before the first colon, unless that is a host with a port.
    private static func scheme(of address: Substring) -> String? {
        guard let colon = address.firstIndex(of: ":") else { return nil }
        let name = address[..<colon]
        guard let first = name.first, first.isLetter,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        let rest = address[colon...].dropFirst()
        if rest.hasPrefix("//") { return name.lowercased() }
        return rest.first?.isNumber == true ? nil : name.lowercased()
    }

    /// Escapes the bytes that are not allowed in a URL.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            byte <= 0x20 || byte >= 0x7F ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
        }
        return String(streamSafe: bytes)
    }
}
