import StreamSafeText

extension String {
    /// The text on one line with single spaces and without invisible characters.
    var singleLine: String {
        var result = String.UnicodeScalarView()
        var pending = false
        for scalar in visible.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.value < 0x20 {
                pending = !result.isEmpty
            } else {
                if pending { result.append(" ") }
                pending = false
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns the text, or its start with an ellipsis if it has more characters than `length`.
    func cut(to length: Int) -> String {
        guard utf8.count > length, count > length else { return self }
        return String(prefix(max(0, length - 1))) + "…"
    }
}
