extension String {
    /// Returns the text without the lines that `isUnwanted` selects by their bytes; lines end with a line feed.
    package func removingLines(where isUnwanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> String {
        let rest = withBytes { bytes -> [UInt8]? in
            var kept: [UInt8] = []
            var isFirst = true
            var hasRemoved = false
            var start = 0
            for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "\n") {
                defer { start = index + 1 }
                guard !isUnwanted(UnsafeBufferPointer(rebasing: bytes[start..<index])) else {
                    // All lines up to here were kept.
                    if !hasRemoved {
                        kept = Array(bytes[..<max(start - 1, 0)])
                        isFirst = start == 0
                        hasRemoved = true
                    }
                    continue
                }
                guard hasRemoved else { continue }
                if !isFirst { kept.append(UInt8(ascii: "\n")) }
                kept += bytes[start..<index]
                isFirst = false
            }
            return hasRemoved ? kept : nil
        }
        return rest.map { String(decoding: $0, as: UTF8.self) } ?? self
    }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether the bytes start with `prefix`.
    package func begins(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    /// Returns whether the bytes end with `suffix`.
    package func ends(with suffix: [UInt8]) -> Bool {
        guard count >= suffix.count else { return false }
        for index in suffix.indices where self[count - suffix.count + index] != suffix[index] { return false }
        return true
    }
}
