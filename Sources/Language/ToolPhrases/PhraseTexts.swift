/// Patterns and words that a program has as a text, by section.
///
/// ```
/// == weather.english
/// # A line of this kind is a comment.
/// when = [today|right now]
///
/// phrases:
///   is it hot <when>
///   should i (take|bring) umbrella
///     + <when> in {city:place*}
/// ```
///
/// A section has texts, `name = text`, and lists, whose indented lines are their entries. The words after a `+` at the start of an indented
/// line continues the text before it. `<when>` inserts a text of the same section, `<weather.english.when>` one of another section.
/// `<numbered:{id:integer}>` inserts a text in which `<it>` is what follows the colon.
///
/// The texts are a part of the program, so a name without a text stops it; tests compare the names in the sources with the texts.
package struct PhraseTexts: Sendable {
    /// One section.
    package struct Section: Sendable {
        fileprivate let all: PhraseTexts
        fileprivate let name: String

        /// Returns a text.
        package subscript(_ text: String) -> String { all.expanded("<\(text)>", in: name, [:]) }

        /// Returns the entries of a list.
        ///
        /// - Parameter values: Further texts that the entries may insert; they win over those of the section.
        package func callAsFunction(_ list: String, _ values: [String: String] = [:]) -> [String] {
            all.entries(list, in: name).map { all.expanded($0, in: name, values) }
        }

        /// Returns the words of a list, of which a line may have several with commas between them.
        package func words(_ list: String) -> [String] { lines(list).flatMap(\.self) }

        /// Returns the words of a list by line.
        package func lines(_ list: String) -> [[String]] {
            all.entries(list, in: name).map { line in
                line.split(separator: ",").map { word in String(word.drop { $0 == " " }) }
            }
        }

        /// The names of the lists, in their order.
        package var lists: [String] { all.sections[name]?.lists ?? [] }
    }

    private var sections: [String: (entries: [String: [String]], lists: [String])] = [:]

    /// Reads texts.
    package init(parsing text: String) {
        var (section, name) = ("", "")
        for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy({ $0 == " " }) {
            let content = line.drop { $0 == " " }
            if content.hasPrefix("# ") { continue }
            if content.startIndex > line.startIndex {
                if content.hasPrefix("+"), let last = sections[section]?.entries[name]?.indices.last {
                    sections[section]?.entries[name]?[last] += content.dropFirst()
                } else {
                    sections[section]?.entries[name]?.append(String(content))
                }
            } else if line.hasPrefix("== ") {
                section = String(line.dropFirst(3))
                sections[section] = ([:], [])
            } else if let sign = line.firstRange(of: " = ") {
                name = String(line[..<sign.lowerBound])
                sections[section]?.entries[name] = [String(line[sign.upperBound...])]
            } else {
                name = String(line.dropLast())
                sections[section]?.entries[name] = []
                sections[section]?.lists.append(name)
            }
        }
    }

    /// Reads texts that are embedded in the program.
    package init(bytes: UnsafePointer<UInt8>, count: Int) {
        self.init(parsing: String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    }

    /// The names of the sections.
    package var names: some Collection<String> { sections.keys }

    /// Returns a section.
    package subscript(_ section: String) -> Section { Section(all: self, name: section) }

    private func entries(_ name: String, in section: String) -> [String] {
        guard let entries = sections[section]?.entries[name] else {
            preconditionFailure("The section '\(section)' of the texts has no '\(name)'.")
        }
        return entries
    }

    /// Returns a text with the texts that it inserts.
    private func expanded(_ text: String, in section: String, _ values: [String: String]) -> String {
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            result += rest[..<start]
            let parts = rest[start..<end].dropFirst().split(separator: ":", maxSplits: 1)
            var (name, place, inner) = (String(parts[0]), section, values)
            if parts.count > 1 { inner["it"] = String(parts[1]) }
            if let value = values[name] {
                result += value
            } else {
                if let dot = name.lastIndex(of: ".") {
                    place = String(name[..<dot])
                    name = String(name[dot...].dropFirst())
                }
                result += expanded(entries(name, in: place)[0], in: place, inner)
            }
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }
}
