/// Finds the address of a web page in running text.
enum WebAddressFinder {
    /// The maximum length up to which an address is read.
    private static let lengthLimit = 2000

    private static let schemes = ["https://", "http://"].map(Array.init)

    /// Returns the end of the address that starts at `start`; nil if there is none.
    static func end(of start: Int, in characters: [Character]) -> Int? {
        guard characters[start].isASCII, characters[start].isAlphanumeric else { return nil }
        if start > 0, characters[start - 1].isAlphanumeric || ".-@/".contains(characters[start - 1]) { return nil }
        guard let scheme = schemes.first(where: { begins(with: $0, at: start, in: characters) }) else {
            return endOfHost(from: start, in: characters)
        }
        let body = start + scheme.count
        var end = body
        while end < min(characters.count, body + lengthLimit), belongs(characters[end]) { end += 1 }
        // A mark at the end belongs to the sentence.
        while end > body, ".,;:!?)'\"".contains(characters[end - 1]) { end -= 1 }
        return end > body ? end : nil
    }

    /// The top-level domains of hosts that are read as addresses without a scheme.
    private static let domains = Set(PhraseTexts.phrasebook["WebAddressFinder"].words("domains"))

    /// Returns the end of the address without a scheme that starts at `start`: "example.com/news".
    private static func endOfHost(from start: Int, in characters: [Character]) -> Int? {
        var end = start
        var dot: Int?
        while end < min(characters.count, start + 253), characters[end].isASCII, isInHost(characters[end]) {
            if characters[end] == "." { dot = end }
            end += 1
        }
        guard let dot, dot > start, domains.contains(String(characters[(dot + 1)..<end]).lowercased()) else {
            return nil
        }
        guard end < characters.count, characters[end] == "/" else { return end }
        while end < min(characters.count, start + lengthLimit), belongs(characters[end]) { end += 1 }
        while end > dot, ".,;:!?)'\"".contains(characters[end - 1]) { end -= 1 }
        return end
    }

    private static func isInHost(_ character: Character) -> Bool {
        character.isAlphanumeric || character == "." || character == "-"
    }

    /// Returns whether a text is such an address and nothing else.
    static func isAddress(_ text: String) -> Bool {
        let characters = Array(text)
        return !characters.isEmpty && end(of: 0, in: characters) == characters.count
    }

    private static func begins(with scheme: [Character], at start: Int, in characters: [Character]) -> Bool {
        guard start + scheme.count < characters.count else { return false }
        return scheme.indices.allSatisfy { characters[start + $0].lowercased() == String(scheme[$0]) }
    }

    /// Returns whether an address can contain a character: Japanese text that follows it without a space does not
    /// belong to it.
    private static func belongs(_ character: Character) -> Bool {
        character.isASCII && character > " " && !"<>\"`{}|\\^".contains(character)
    }
}
