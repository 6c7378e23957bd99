import LanguageModels
import StreamingJSON
import Testing

@Generable
private struct Trip: Equatable {
    var title: String
    var days: [TripDay]
    var mood: TripMood
    var budget: Int?
    var tags: [String]
    var open: Bool
}

@Generable
private struct TripDay: Hashable {
    var name: String
    var stops: [String]?
}

@Generable
private enum TripMood: String {
    case calm
    case calmer
}

/// A type that is not Equatable and not made by the macro.
private struct Plain: Generable {
    let text: String
    static var generationSchema: GenerationSchema { String.generationSchema }
    init(_ content: GeneratedContent) throws { text = try content.value() }
    var generatedContent: GeneratedContent { GeneratedContent(text) }
}

@Generable
private struct WithPlain: Equatable {
    var plain: Plain
    var trip: TripDay

    static func == (left: Self, right: Self) -> Bool { left.plain.text == right.plain.text }
}

@Generable
private struct WithoutEquality {
    var plain: [Plain]
}

@Suite struct PartiallyGeneratedTests {
    private let text =
        #"{"title":"京都 \"2\"","days":[{"name":"one","stops":["a","b"]},{"name":"two"}],"mood":"calmer","#
        + #""budget":1200,"tags":["x","yz"],"open":true}"#

    private let whole = Trip(
        title: "京都 \"2\"",
        days: [TripDay(name: "one", stops: ["a", "b"]), TripDay(name: "two", stops: nil)],
        mood: .calmer,
        budget: 1200,
        tags: ["x", "yz"],
        open: true
    )

    /// Returns the partial values after each piece, as a session would emit them.
    private func snapshots(in pieces: [String], id: GenerationID) throws -> [Trip.PartiallyGenerated] {
        var parser = JSONStreamParser()
        var result: [Trip.PartiallyGenerated] = []
        for piece in pieces {
            try parser.feed(piece)
            guard let snapshot = parser.snapshot else { continue }
            if let partial = try GeneratedContent(snapshot: snapshot, id: id).partialValue(Trip.PartiallyGenerated.self)
            {
                result.append(partial)
            }
        }
        return result
    }

    @Test func valuesOnlyGrow() throws {
        let snapshots = try snapshots(in: text.map { String($0) }, id: GenerationID())
        #expect(snapshots.count == text.count)
        for (earlier, later) in zip(snapshots, snapshots.dropFirst()) {
            #expect((later.title ?? "").hasPrefix(earlier.title ?? ""))
            #expect((earlier.days?.count ?? 0) <= (later.days?.count ?? 0))
            for (first, second) in zip(earlier.days ?? [], later.days ?? []) {
                #expect((second.name ?? "").hasPrefix(first.name ?? ""))
                #expect((first.stops?.count ?? 0) <= (second.stops?.count ?? 0))
                #expect(first.id == second.id)
            }
            // A value without partial form is either missing or complete.
            #expect(earlier.mood == nil || later.mood == .calmer)
            #expect(earlier.budget == nil || later.budget == 1200)
            #expect(earlier.open == nil || later.open == true)
        }
        let last = try #require(snapshots.last)
        #expect(last.title == whole.title)
        #expect(last.days?.map(\.name) == ["one", "two"])
        #expect(last.days?.map(\.stops) == [["a", "b"], nil])
        #expect(last.mood == .calmer)
        #expect(last.tags == ["x", "yz"])
        #expect(last.open == true)
    }

    @Test(arguments: [1, 2, 3, 7, 20, 1000])
    func theResultIsTheSameForEveryCut(size: Int) throws {
        let id = GenerationID()
        let characters = Array(text)
        let pieces = stride(from: 0, to: characters.count, by: size).map {
            String(characters[$0..<min($0 + size, characters.count)])
        }
        let whole = GeneratedContent(try GeneratedContent(json: text), id: id)
        #expect(try snapshots(in: pieces, id: id).last == Trip.PartiallyGenerated(whole))
    }

    @Test func aCaseIsNotShownWhileItMayBecomeAnother() throws {
        // "calm" is a case and a prefix of another one.
        let partial = try Trip.PartiallyGenerated(GeneratedContent(json: #"{"mood":"calm"#))
        #expect(partial.mood == nil)
    }

    @Test func identitiesAreThoseOfTheResponse() throws {
        let id = GenerationID()
        let snapshots = try snapshots(in: text.map { String($0) }, id: id)
        #expect(Set(snapshots.map(\.id)) == [id])
        let days = Set(snapshots.compactMap { $0.days?.first?.id })
        #expect(days.count == 1)
        #expect(Set(snapshots.flatMap { $0.days?.map(\.id) ?? [] }).count == 2)
        let others = try self.snapshots(in: [text], id: GenerationID())
        #expect(others.first?.days?.first?.id != snapshots.last?.days?.first?.id)
    }

    @Test func partialFormsCanBeCompared() throws {
        func partial(_ json: String, _ id: GenerationID) throws -> WithPlain.PartiallyGenerated {
            try WithPlain.PartiallyGenerated(GeneratedContent(GeneratedContent(json: json), id: id))
        }
        let id = GenerationID()
        let some = try partial(#"{"plain":"a","trip":{"#, id)
        #expect(try some == partial(#"{"plain":"a","trip":{"name":"#, id))
        #expect(try some != partial(#"{"plain":"a","#, id))
        #expect(try some != partial(#"{"plain":"b","trip":{"#, id))
        #expect(try some != partial(#"{"trip":{"#, id))
        #expect(try some != partial(#"{"plain":"a","trip":{"#, GenerationID()))
    }

    /// Partial forms of types without equality are comparable too, because their parts are compared by content.
    @Test func partialFormsCanBeComparedWhereTheirTypesCannot() throws {
        let id = GenerationID()
        func partial(_ json: String) throws -> WithoutEquality.PartiallyGenerated {
            try WithoutEquality.PartiallyGenerated(GeneratedContent(GeneratedContent(json: json), id: id))
        }
        let some = try partial(#"{"plain":["a","b"]"#)
        #expect(try some == partial(#"{"plain":["a","b"]}"#))
        #expect(try some != partial(#"{"plain":["a","c"]}"#))
        #expect(try some != partial(#"{"#))
    }

    @Test func aWholeValueIsAPartialOne() throws {
        let partial: Trip.PartiallyGenerated = whole.asPartiallyGenerated()
        #expect(partial.title == whole.title)
        #expect(partial.days?.count == 2)
        let number: Int.PartiallyGenerated = 1.asPartiallyGenerated()
        #expect(number == 1)
        let days: [TripDay.PartiallyGenerated] = whole.days.asPartiallyGenerated()
        #expect(days.map(\.name) == ["one", "two"])
        #expect("x".asPartiallyGenerated() == "x")
    }

    @Test(arguments: [
        (#"{"title":1,"#, "in 'title': expected string, found the number 1"),
        (#"{"mood":"wild","#, #"in 'mood': expected one of calm, calmer; found "wild""#),
        (#"{"days":[{"name":"x"}],"tags":[1],"#, "in 'tags[0]': expected string, found the number 1"),
        ("[", "expected object, found array"),
    ])
    func aFinishedPartThatDoesNotFitIsAnError(json: String, message: String) throws {
        let content = try GeneratedContent(json: json)
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try Trip.PartiallyGenerated(content) }
        #expect(error?.debugDescription == message)
    }

    @Test func anUnfinishedPartIsNoErrorYet() throws {
        for json in [#"{"title":["#, #"{"days":[{"stops":{"#, #"{"mood":"wild"#, #"{"budget":{"#] {
            let partial = try Trip.PartiallyGenerated(GeneratedContent(json: json))
            #expect(partial.title == nil)
            #expect(partial.budget == nil)
            #expect(partial.mood == nil)
        }
        let content = try GeneratedContent(json: "[")
        #expect(try content.partialValue(Trip.PartiallyGenerated.self) == nil)
        #expect(throws: GeneratedContent.ParsingError.self) {
            try GeneratedContent(json: "[]").partialValue(Trip.PartiallyGenerated.self)
        }
    }

    @Test func nullIsReadAsMissing() throws {
        let partial = try Trip.PartiallyGenerated(GeneratedContent(json: #"{"budget":null,"title":null,"#))
        #expect(partial.budget == nil)
        #expect(partial.title == nil)
    }
}
