extension String {
    /// The lines that are not empty, found byte by byte.
    var lines: [Substring] {
        utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map(Substring.init)
    }
}
