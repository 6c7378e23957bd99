import LanguageModels
import StreamingJSON
import Testing

@Generable
private struct Report: Equatable {
    var title: String
    var sections: [Section]
    var matrix: [[Int]]
    var verdict: Verdict?
    var total: Double
}

@Generable
private struct Section: Equatable {
    var heading: String
    var lines: [String]
    var children: [Section]?
    var grade: Grade
}

@Generable
private enum Grade: Equatable { case good, goodEnough }

@Generable
private enum Verdict: Equatable {
    case accepted(by: [String], note: String?)
    case refused
}

/// A value read in pieces equals the value read at once, at every place and for every cut.
@Suite struct GrowingContentTests {
    private let text =
        #"{"title":"Größe 👩‍👩‍👧 \"x\" \ud83d\ude00","sections":[{"heading":"a","lines":["one","two\n"],"#
        + #""children":[{"heading":"b","lines":[],"grade":"good"}],"grade":"goodEnough"},{"heading":"c","#
        + #""lines":["ü"],"grade":"good"}],"matrix":[[1,2],[],[3]],"verdict":{"type":"accepted","by":["x","yz"],"#
        + #""note":null},"total":1.5}"#

    @Test(arguments: [1, 2, 3, 5, 16, 1000])
    func incrementalReadingEqualsReadingAtOnce(size: Int) throws {
        var growing = GrowingContent()
        let scalars = Array(text.unicodeScalars)
        var taken = ""
        for start in stride(from: 0, to: scalars.count, by: size) {
            let piece = String(String.UnicodeScalarView(scalars[start..<min(start + size, scalars.count)]))
            taken += piece
            try growing.feed(piece)
            guard let content = growing.content else { continue }
            // At its end a whole text is complete, as would be a number; the fresh one is therefore read as a stream
            // as well.
            var parser = JSONStreamParser()
            try parser.feed(taken)
            let fresh = GeneratedContent(snapshot: try #require(parser.snapshot), id: growing.id)
            #expect(content == fresh)
            #expect(try Report.PartiallyGenerated(content) == Report.PartiallyGenerated(fresh))
            // Once more, because every finished part is remembered now.
            #expect(try Report.PartiallyGenerated(content) == Report.PartiallyGenerated(fresh))
        }
        let whole = try growing.finish()
        #expect(whole == (try GeneratedContent(json: text)))
        #expect(whole.id == growing.id)
        #expect(try Report(whole) == Report(GeneratedContent(json: text)))
    }

    @Test(arguments: [1, 7, 900, 1500])
    func aLongTextIsReadInPieces(size: Int) throws {
        let title = String(repeating: "Größe 大きさ, ", count: 250)
        var growing = GrowingContent()
        try growing.feed(#"{"title":""#)
        var taken = ""
        for start in stride(from: 0, to: title.count, by: size) {
            let piece = String(title.dropFirst(start).prefix(size))
            taken += piece
            try growing.feed(piece)
            let partial = try Report.PartiallyGenerated(try #require(growing.content))
            #expect(partial.title?.utf8.elementsEqual(taken.utf8) == true)
        }
        try growing.feed(#"","#)
        #expect(try Report.PartiallyGenerated(try #require(growing.content)).title == title)
    }

    @Test func snapshotsThatAreKeptDoNotChange() throws {
        var growing = GrowingContent()
        var kept: [Report.PartiallyGenerated] = []
        var fresh: [Report.PartiallyGenerated] = []
        var taken = ""
        for character in text {
            taken.append(character)
            try growing.feed(String(character))
            guard let content = growing.content else { continue }
            kept.append(try Report.PartiallyGenerated(content))
            let whole = GeneratedContent(try GeneratedContent(json: taken), id: growing.id)
            fresh.append(try Report.PartiallyGenerated(whole))
        }
        #expect(kept == fresh)
    }

    @Test func anEarlierSnapshotMayBeReadLater() throws {
        var growing = GrowingContent()
        try growing.feed(#"{"title":"abc"#)
        let early = try #require(growing.content)
        try growing.feed(#"def","sections":[],"#)
        let late = try #require(growing.content)
        #expect(try Report.PartiallyGenerated(late).title == "abcdef")
        for _ in 0..<2 {
            #expect(try Report.PartiallyGenerated(early).title == "abc")
            #expect(try Report.PartiallyGenerated(early).sections == nil)
            #expect(try Report.PartiallyGenerated(late).sections?.isEmpty == true)
        }
        let list = #"{"sections":[{"heading":"a","lines":[],"grade":"good"},"#
        var other = GrowingContent()
        try other.feed(list)
        let one = try #require(other.content)
        try other.feed(#"{"heading":"b""#)
        let two = try #require(other.content)
        #expect(try Report.PartiallyGenerated(two).sections?.count == 2)
        #expect(try Report.PartiallyGenerated(one).sections?.count == 1)
        #expect(try Report.PartiallyGenerated(two).sections?.map(\.heading) == ["a", "b"])
    }

    @Test func aRepeatedNameCounts() throws {
        var growing = GrowingContent()
        var titles: [String] = []
        let pieces = [
            #"{"title":"a","total":1,"#, #""title":"b","#, #""title":"#, "\"c", "\",", #""title":nul"#,
            #"l,"title":"d","#,
            #""matrix":[[1]],"matrix":[],"#,
        ]
        for piece in pieces {
            try growing.feed(piece)
            let partial = try Report.PartiallyGenerated(try #require(growing.content))
            titles.append(partial.title ?? "")
        }
        #expect(titles == ["a", "b", "b", "b", "c", "c", "d", "d"])
        #expect(try Report.PartiallyGenerated(try #require(growing.content)).matrix?.isEmpty == true)
    }

    @Test func manyRepeatedNamesCount() throws {
        var growing = GrowingContent()
        try growing.feed("{")
        for number in 0..<150 {
            try growing.feed("\"total\":\(number),")
            #expect(try Report.PartiallyGenerated(try #require(growing.content)).total == Double(number))
        }
    }

    @Test func oneStreamMayBeReadAsSeveralTypes() throws {
        var growing = GrowingContent()
        try growing.feed(#"{"title":"a","matrix":[[1],[2"#)
        let content = try #require(growing.content)
        #expect(try Report.PartiallyGenerated(content).matrix == [[1], []])
        #expect(try content.partialValue([[Double]].self, forProperty: "matrix") == [[1], []])
        #expect(try content.partialValue([GeneratedContent].self, forProperty: "matrix")?.count == 2)
        #expect(try Report.PartiallyGenerated(content).matrix == [[1], []])
        try growing.feed("]]")
        #expect(try Report.PartiallyGenerated(try #require(growing.content)).matrix == [[1], [2]])
    }

    @Test func aFaultIsFoundAtItsPlaceAndStays() throws {
        var growing = GrowingContent()
        try growing.feed(#"{"sections":[{"heading":"a","lines":[],"grade":"good"},{"heading":1,"#)
        let content = try #require(growing.content)
        // The section is unfinished, so its fault is not reported yet.
        #expect(try Report.PartiallyGenerated(content).sections?.count == 1)
        try growing.feed(#""lines":[]},"#)
        for _ in 0..<2 {
            let next = try #require(growing.content)
            #expect(try Report.PartiallyGenerated(next).sections == nil)
        }
        try growing.feed(#"{"heading":"b"}],"#)
        for _ in 0..<2 {
            let next = try #require(growing.content)
            let error = #expect(throws: GeneratedContent.ParsingError.self) { try Report.PartiallyGenerated(next) }
            #expect(error?.debugDescription == "in 'sections[1].heading': expected string, found the number 1")
        }
    }

    @Test func invalidJSONIsReportedWithTheReason() throws {
        var growing = GrowingContent()
        #expect(growing.content == nil)
        try growing.feed("{\"a\":")
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try growing.feed("x") }
        #expect(error?.debugDescription == "not JSON: a JSON value cannot start like this at byte 5")
        #expect(error?.rawContent == "{\"a\":x")
        var short = GrowingContent()
        try short.feed("[1")
        #expect(throws: GeneratedContent.ParsingError.self) { try short.finish() }
    }

    @Test func aNumberAtTheEndIsWhole() throws {
        var growing = GrowingContent()
        try growing.feed("12")
        #expect(growing.content == nil)
        #expect(try Int(growing.finish()) == 12)
    }

    /// Faulty texts, cut at random: the outcome is the same, and only a parsing error is thrown.
    @Test(arguments: Array(1...20) + [1017, 1031, 1117, 1235, 1283])
    func faultsAreFoundForEveryCut(seed: UInt64) throws {
        var random = Seeded(state: seed)
        for _ in 0..<20 {
            let mutated = mutation(using: &random)
            var growing = GrowingContent()
            var rest = mutated[...]
            var taken = ""
            do {
                while !rest.isEmpty {
                    let piece = rest.prefix(Int.random(in: 1...12, using: &random))
                    rest = rest.dropFirst(piece.count)
                    taken += piece
                    try growing.feed(String(piece))
                    try compare(growing, taken)
                }
                let whole = try growing.finish()
                #expect(outcome { try Report(whole) } == outcome { try Report(GeneratedContent(json: mutated)) })
            } catch let error as GeneratedContent.ParsingError {
                #expect(error.underlyingError is JSONParseError)
                #expect(throws: JSONParseError.self) { try JSONValue(parsing: mutated) }
            }
        }
    }

    /// Returns the text with a few pieces removed, doubled, or replaced.
    private func mutation(using random: inout Seeded) -> String {
        var scalars = Array(text.unicodeScalars)
        let strangers = Array("{}[]\",:01-.eтtnu\u{1F600}\\ ".unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<scalars.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: scalars.remove(at: index)
            case 1: scalars[index] = strangers.randomElement(using: &random) ?? " "
            case 2: scalars.insert(contentsOf: scalars[index..<min(index + 30, scalars.count)], at: index)
            default: scalars.removeSubrange(index..<min(index + 12, scalars.count))
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private func compare(_ growing: GrowingContent, _ taken: String) throws {
        var parser = JSONStreamParser()
        try parser.feed(taken)
        let fresh = parser.snapshot.map { GeneratedContent(snapshot: $0, id: growing.id) }
        #expect(growing.content == fresh)
        guard let content = growing.content, let fresh else { return }
        let read = outcome { try content.partialValue(Report.PartiallyGenerated.self) }
        #expect(read == outcome { try fresh.partialValue(Report.PartiallyGenerated.self) })
    }

    /// Returns the value, or the error's description.
    private func outcome<Value>(_ read: () throws -> Value) -> Result<Value, Refusal> {
        do {
            return .success(try read())
        } catch {
            return .failure(Refusal(words: "\(error)"))
        }
    }

    private struct Refusal: Error, Equatable {
        let words: String
    }

    /// A random number generator with a fixed seed.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }
}
