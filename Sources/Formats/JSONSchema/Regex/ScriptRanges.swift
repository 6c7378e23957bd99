import CJSONSchemaData

/// The code points of each script, for `\p{Script=…}`.
///
/// The standard library does not offer them. The ranges are those of Unicode 14 for the scripts of living languages
/// with many writers; other scripts are refused as unknown.
enum ScriptRanges {
    /// Returns the ranges of a script, by its long or its four-letter name.
    static func ranges(of name: String) -> [ClosedRange<UInt32>]? { byName[name] }

    /// Reads `scripts.txt`: a line with the names of a script and a colon, then indented lines with its ranges.
    private static let byName: [String: [ClosedRange<UInt32>]] = {
        let bytes = UnsafeBufferPointer(start: torii_scripts(), count: torii_scripts_size())
        var result: [String: [ClosedRange<UInt32>]] = [:]
        var names: [String] = []
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasSuffix(":") {
                names = line.dropLast().split(separator: " ").map(String.init)
            } else {
                let ranges = line.split(separator: " ").compactMap(range)
                for name in names { result[name, default: []] += ranges }
            }
        }
        return result
    }()

    private static func range(_ text: Substring) -> ClosedRange<UInt32>? {
        let ends = text.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let first = ends.first, let last = ends.last, first <= last else { return nil }
        return first...last
    }
}
