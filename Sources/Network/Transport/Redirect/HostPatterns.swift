/// The names of allowed hosts: `example.org`, or `*.example.org` for all names below it.
public struct HostPatterns: Sendable, Hashable {
    private let names: Set<String>
    private let parents: Set<String>

    /// Reads patterns; `nil` when there is none, or one of them is not a host name.
    public init?(_ patterns: [String]) {
        if patterns.isEmpty { return nil }
        var names: Set<String> = []
        var parents: Set<String> = []
        for pattern in patterns {
            let isParent = pattern.utf8.starts(with: "*.".utf8)
            guard let name = Self.name(isParent ? String(pattern.dropFirst(2)) : pattern) else { return nil }
            if isParent { parents.insert(name) } else { names.insert(name) }
        }
        (self.names, self.parents) = (names, parents)
    }

    /// Whether one of the patterns matches the host of a URL.
    public func contains(_ host: String) -> Bool {
        guard let name = Self.name(host) else { return false }
        if names.contains(name) { return true }
        var rest = name[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if parents.contains(String(rest)) { return true }
        }
        return false
    }

    /// Returns the name in small letters without a dot at its end; `nil` for other texts, which are never compared.
    private static func name(_ text: String) -> String? {
        guard (1...254).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        var name = text.lowercased()
        if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty } ? name : nil
    }
}
