/// A horizontal bar whose length shows a value.
enum ValueBar {
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Returns a bar from 0 to a value.
    ///
    /// - Parameters:
    ///   - fraction: The value as a part of the largest one, from 0 to 1.
    ///   - columns: The columns of the largest value.
    static func bar(_ fraction: Double, columns: Int, hasUnicode: Bool) -> String {
        let part = fraction.isFinite ? max(0, min(1, fraction)) : 0
        guard hasUnicode else { return String(repeating: "#", count: Int((part * Double(columns)).rounded())) }
        let steps = Int((part * Double(columns * 8)).rounded())
        return String(repeating: "█", count: steps / 8) + eighths[steps % 8]
    }

    /// Returns a bar between two values, with spaces before and after it.
    ///
    /// - Parameters:
    ///   - range: The values as parts of the whole span, each from 0 to 1.
    static func span(_ range: ClosedRange<Double>, columns: Int, hasUnicode: Bool) -> String {
        let most = Double(columns)
        let start = max(0, min(columns - 1, Int((range.lowerBound * most).rounded(.down))))
        let end = max(start + 1, min(columns, Int((range.upperBound * most).rounded(.up))))
        return String(repeating: " ", count: start)
            + String(repeating: hasUnicode ? "━" : "=", count: end - start)
            + String(repeating: " ", count: columns - end)
    }
}
