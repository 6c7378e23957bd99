import StreamingJSON

extension ListedItems {
    /// Returns the sentence before an output; `nil` for an output that lists nothing, such as a failure.
    func heading(for output: String, arguments: JSONObject, in language: PhraseLanguage) -> String? {
        let count = numbers(in: output).count
        return count == 0 ? nil : heading[language]?.text(count: count, arguments: arguments)
    }

    /// Returns the numbers in an output, in order.
    func numbers(in output: String) -> [Int] {
        output.lines.compactMap { line in
            line.rest(after: linePrefix).flatMap { Int($0.leadingDigits) }
        }
    }
}
