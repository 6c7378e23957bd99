/// Finds the English ways to name the web.
struct EnglishWebReader {
    private let tokens: ArraySlice<Token>
    private let utterance: Utterance

    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        self.tokens = tokens
        self.utterance = utterance
    }

    var isPlain: Bool {
        starts.contains {
            isSearch(at: $0) || isBare(at: $0) || isOnline(at: $0) || isOfPages(at: $0) || isNews(at: $0)
        }
    }

    /// The indices at which a request may start: after the polite words at the start, and after "and".
    private var starts: [Int] {
        var starts: [Int] = []
        var isStart = true
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if isStart {
                index = Self.skippingFillers(from: index, in: tokens)
                starts.append(index)
                isStart = false
                continue
            }
            isStart = tokens[index].key == "and" || tokens[index].key == ","
            index += 1
        }
        return starts.filter { $0 < tokens.endIndex }
    }

    private static func skippingFillers(from start: Int, in tokens: ArraySlice<Token>) -> Int {
        var index = start
        while index < tokens.endIndex {
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                break
            }
        }
        return index
    }

    /// Returns whether it is a search: "search the web for …", "look online for …".
    private func isSearch(at start: Int) -> Bool {
        guard let found = Self.ways.longest(at: start, in: tokens), start + found.count < tokens.endIndex else {
            return false
        }
        // "search the web camera list"
        let next = tokens[start + found.count]
        return (next.isSkippable || next.quotation != nil || Self.links.contains(next.key))
            && hasContent(start + found.count)
    }

    /// Returns whether it is "google …" or "web search …".
    private func isBare(at start: Int) -> Bool {
        guard let found = Self.bare.longest(at: start, in: tokens), start + found.count < tokens.endIndex else {
            return false
        }
        return !Self.products.contains(tokens[start + found.count].key) && !hasStock(from: start)
            && hasContent(start + found.count)
    }

    /// Returns whether it is "look up … online" or "find … on the web".
    private func isOnline(at start: Int) -> Bool {
        guard let verb = Self.verbs.longest(at: start, in: tokens) else { return false }
        let end = contentEnd
        guard
            let place = (start + verb.count..<max(start + verb.count, end)).first(where: { index in
                Self.places.lengths(at: index, in: tokens).contains { index + $0 == end }
            }), place > start + verb.count
        else { return false }
        // "find the lamps that were bought online", "check whether the printer is online"
        let before = tokens[place - 1].key.text
        return !before.hasSuffix("ed") && !Self.states.contains(tokens[place - 1].key) && hasContent(start + verb.count)
            && !hasPersons(start + verb.count)
    }

    /// The end without polite words and the number of results: "online, 3 results please".
    private var contentEnd: Int {
        var end = tokens.endIndex
        while end > tokens.startIndex {
            if tokens[end - 1].isSkippable {
                end -= 1
            } else if let closing = (max(tokens.startIndex, end - 4)..<end).first(where: { index in
                LanguageData.english.closings.lengths(at: index, in: tokens[..<end]).contains { index + $0 == end }
            }) {
                end = closing
            } else if Self.hits.contains(tokens[end - 1].key), end - 2 > tokens.startIndex, tokens[end - 2].isNumber {
                end -= 2
            } else {
                break
            }
        }
        return end
    }

    /// Returns whether it asks for pages: "find me pages about …", "5 results for Kyoto temples".
    private func isOfPages(at start: Int) -> Bool {
        var index = start
        if let verb = Self.verbs.longest(at: index, in: tokens) { index += verb.count }
        var hasNumber = false
        while index < tokens.endIndex {
            if tokens[index].isNumber || LanguageData.english.numberWords[tokens[index].key] != nil {
                hasNumber = true
            } else if !Self.determiners.contains(tokens[index].key) {
                break
            }
            index += 1
        }
        guard let pages = Self.pages.longest(at: index, in: tokens), index + pages.count + 1 < tokens.endIndex,
            ["about", "on", "for", "regarding"].contains(tokens[index + pages.count].key)
        else { return false }
        let rest = index + pages.count + 1
        guard hasContent(rest), !hasStock(from: rest), !hasPersons(rest) else { return false }
        // Rows of the inventory are results, too.
        return tokens[index + pages.count - 1].key != "results" || pages.count > 1
            || hasNumber && WorldNames.hasName(tokens[rest...], in: utterance)
    }

    /// Returns whether it asks for news: "any news about the Mars mission".
    private func isNews(at start: Int) -> Bool {
        var index = start
        if let verb = Self.verbs.longest(at: index, in: tokens) { index += verb.count }
        while index < tokens.endIndex, Self.determiners.contains(tokens[index].key) { index += 1 }
        guard index + 2 < tokens.endIndex, ["news", "headlines"].contains(tokens[index].key),
            ["about", "on", "from", "regarding"].contains(tokens[index + 1].key)
        else { return false }
        let rest = index + 2
        return !hasStock(from: rest) && !hasPersons(rest) && WorldNames.hasName(tokens[rest...], in: utterance)
    }

    private func hasContent(_ start: Int) -> Bool {
        start < tokens.endIndex
            && tokens[start...].contains { !$0.isSkippable && !OutwardWords.hollow.contains($0.key) }
    }

    private func hasStock(from start: Int) -> Bool {
        (start..<tokens.endIndex).contains { OutwardWords.stock.longest(at: $0, in: tokens) != nil }
    }

    private func hasPersons(_ start: Int) -> Bool {
        let end = contentEnd
        return start < end
            && (start..<end).contains { OutwardWords.persons.longest(at: $0, in: tokens[..<end]) != nil }
    }

    private static let ways: TokenSequences = {
        let verbs = [
            "search", "browse", "check", "scour", "ask", "consult", "search on", "search in", "look on", "look in",
            "look through", "look up on", "find on", "search through", "check on",
        ]
        let places = ["web", "internet", "net", "wikipedia", "google"]
        let reached = verbs.flatMap { verb in places.flatMap { ["\(verb) \($0)", "\(verb) the \($0)"] } }
        let online = ["search", "look", "find", "browse", "check", "look up"].map { "\($0) online" }
        let nouns = ["web", "internet", "google", "online"].flatMap { place in
            ["do", "run", "make", "start"].flatMap { ["\($0) a \(place) search", "\($0) an \(place) search"] }
        }
        let said = ["internet", "web", "wikipedia", "google"].flatMap { place in
            ["say", "says", "know"].flatMap {
                ["what does \(place) \($0)", "what does the \(place) \($0)"]
            }
        }
        return TokenSequences(reached + online + nouns + said)
    }()

    /// Words after the name of the web that start the search topic.
    private static let links = Set<Word>(words: "EnglishWebReader", "links")

    private static let bare = TokenSequences(words: "EnglishWebReader", "bare")

    /// Words after "google" that make it a product name instead of a verb.
    private static let products = Set<Word>(words: "EnglishWebReader", "products")

    private static let verbs = TokenSequences(words: "EnglishWebReader", "verbs")

    private static let places = TokenSequences(words: "EnglishWebReader", "places")

    private static let states = Set<Word>(words: "EnglishWebReader", "states")

    private static let hits: Set<Word> = ["results", "pages", "hits", "sites", "websites", "links", "articles"]

    private static let determiners = Set<Word>(words: "EnglishWebReader", "determiners")

    private static let pages = TokenSequences(words: "EnglishWebReader", "pages")
}
