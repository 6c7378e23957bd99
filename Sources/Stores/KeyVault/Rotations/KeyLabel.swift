import FoundationEssentials

/// The labels of keys that replace each other: the first label, then the same with the day of the rotation.
enum KeyLabel {
    /// Returns the label of the key that replaces another one, such as `OPENAI_API_KEY 2026-11-28`.
    ///
    /// It differs from the labels of other keys, which are in `taken`.
    static func next(after label: String, at time: Date, besides taken: Set<String>) -> String {
        let day = time.formatted(.iso8601.year().month().day())
        let name = name(in: label)
        let first = name.isEmpty ? day : "\(name) \(day)"
        guard taken.contains(first) else { return first }
        // One more label than keys is enough to find a free one.
        let number = (2...taken.count + 2).first { !taken.contains("\(first) (\($0))") }
        return "\(first) (\(number ?? 2))"
    }

    /// Whether two labels have the same name, with or without a day.
    static func isSame(_ left: String, _ right: String) -> Bool { name(in: left) == name(in: right) }

    /// Returns a label without the day and the number that a rotation added.
    private static func name(in label: String) -> String {
        label.replacing(#/(^| )[0-9]{4}-[0-9]{2}-[0-9]{2}( \([0-9]+\))?$/#, with: "")
    }
}
