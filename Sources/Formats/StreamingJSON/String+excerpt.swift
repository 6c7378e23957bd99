import StreamSafeText

extension StringProtocol {
    /// Returns the text as an error message may repeat it: one line of at most `limit` bytes and a `…` where it was cut.
    ///
    /// Control and invisible characters are written as `\u{…}`. The cost depends on the limit alone, not on the length of the text.
    package func excerpt(upTo limit: Int = 64) -> String {
        var excerpt = ""
        var count = 0
        for scalar in unicodeScalars {
            let shown =
                scalar.isShown ? String(scalar) : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            count += shown.utf8.count
            guard count <= limit else { return excerpt + "…" }
            excerpt += shown
        }
        return excerpt
    }

    /// Returns the text itself, or its first whole characters in at most `limit` bytes and a `…` after them.
    package func shortened(to limit: Int) -> String {
        var bytes = Array(utf8.prefix(limit + 1))
        guard bytes.count > limit else { return String(self) }
        // Drop the scalar that does not fit whole.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        return String(decoding: bytes, as: UTF8.self) + "…"
    }
}

extension Unicode.Scalar {
    /// Whether a person sees the scalar, or it is a plain space.
    fileprivate var isShown: Bool {
        if self == " " { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        default: !isUnseen
        }
    }
}
