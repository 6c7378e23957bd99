extension String {
    /// The non-empty lines, found byte by byte.
    var lines: [Substring] {
        let text = self
        var lines: [Substring] = []
        let ranges = text.withBytes { bytes in
            var ranges: [Range<Int>] = []
            var start = 0
            for index in 0...bytes.count {
                guard index == bytes.count || bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
                else { continue }
                if start < index { ranges.append(start..<index) }
                start = index + 1
            }
            return ranges
        }
        lines.reserveCapacity(ranges.count)
        for range in ranges {
            let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
            lines.append(text[start..<text.utf8.index(start, offsetBy: range.count)])
        }
        return lines
    }

    /// Returns whether this text contains another one, compared byte by byte.
    func hasBytes(of text: String) -> Bool { self[...].firstPlace(of: text) != nil }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}
