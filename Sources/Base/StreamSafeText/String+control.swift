extension String {
    /// Whether the text has control characters other than tabs and line breaks.
    package var hasControlCharacters: Bool {
        utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
            || unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
    }
}
