/// A path with wildcards, matched in time proportional to pattern × path.
struct PathPattern {
    private enum Token {
        case byte(UInt8)
        /// Any text without a slash.
        case segment
        /// Any text.
        case all
    }

    private static let mostBytes = 2_048
    private let tokens: [Token]

    init(_ pattern: String) {
        var tokens: [Token] = []
        let bytes = Array(pattern.utf8.prefix(Self.mostBytes))
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "*") {
                let isDouble = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*")
                tokens.append(isDouble ? .all : .segment)
                index += isDouble ? 2 : 1
            } else {
                tokens.append(.byte(bytes[index]))
                index += 1
            }
        }
        self.tokens = tokens
    }

    /// Returns whether the whole path matches.
    func matches(_ path: String) -> Bool {
        // reached[i]: the tokens before i match the bytes so far.
        var reached = [Bool](repeating: false, count: tokens.count + 1)
        reached[0] = true
        skipWildcards(&reached)
        for byte in path.utf8.prefix(Self.mostBytes + 1) {
            var next = [Bool](repeating: false, count: tokens.count + 1)
            for (index, token) in tokens.enumerated() where reached[index] {
                switch token {
                case .byte(let expected): if byte == expected { next[index + 1] = true }
                case .segment: if byte != UInt8(ascii: "/") { next[index] = true }
                case .all: next[index] = true
                }
            }
            skipWildcards(&next)
            reached = next
        }
        return reached[tokens.count] && path.utf8.count <= Self.mostBytes
    }

    /// Marks the tokens after wildcards that match no text.
    private func skipWildcards(_ reached: inout [Bool]) {
        for (index, token) in tokens.enumerated() where reached[index] {
            if case .byte = token { continue }
            reached[index + 1] = true
        }
    }
}
