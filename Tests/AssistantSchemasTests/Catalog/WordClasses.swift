import StreamingJSON
import Testing

/// The word classes of the data, with which a pattern of the data becomes one of the catalog.
struct WordClasses {
    private let words: JSONValue

    init() throws { words = try CatalogData.file("words.json") }

    /// Returns a pattern with the word classes in the place of their names: `<open>`, or `<time:dueDate>` with a parameter for each `$`.
    func expanded(_ pattern: String, _ language: String) throws -> String {
        var text = ""
        var rest = pattern[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let name = rest[rest.index(after: start)..<end].split(separator: ":", maxSplits: 1)
            let body = try #require(words[language]?[String(name[0])]?.stringValue, "\(name[0])")
            text += rest[..<start]
            text += try expanded(body.replacing("$", with: name.count > 1 ? name[1] : ""), language)
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}
