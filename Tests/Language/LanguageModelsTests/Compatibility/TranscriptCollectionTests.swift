import LanguageModels
import Testing

/// `Transcript` as a `RangeReplaceableCollection`, as in code for 27.0, and as an array, as in code for 26.
@Suite struct TranscriptCollectionTests {
    private static let transcript = Transcript(entries: [
        .prompt(.init(id: "1", segments: [.text(.init(id: "s", content: "a"))])),
        .response(.init(id: "2", segments: [.text(.init(id: "s", content: "b"))])),
    ])

    private static func isPrompt(_ entry: Transcript.Entry) -> Bool { if case .prompt = entry { true } else { false } }

    /// An app's function that keeps the newest entries of any collection.
    private static func newest<Entries: RangeReplaceableCollection & BidirectionalCollection>(
        _ count: Int,
        of entries: Entries
    ) -> Entries where Entries.Element == Transcript.Entry { Entries(entries.suffix(count)) }

    @Test func filteringReturnsATranscript() {
        let prompts: Transcript = Self.transcript.filter(Self.isPrompt)
        #expect(prompts.map(\.id) == ["1"])
        #expect(Transcript(entries: Self.transcript.filter { !Self.isPrompt($0) }).map(\.id) == ["2"])
        #expect(Self.newest(1, of: Self.transcript).map(\.id) == ["2"])
    }

    @Test func filteringReturnsAnArrayIfOneIsExpected() {
        let entries: [Transcript.Entry] = Self.transcript.filter { !Self.isPrompt($0) }
        #expect(entries.map(\.id) == ["2"])
    }

    @Test func itIsChangedInPlace() {
        var transcript = Self.transcript
        transcript.append(contentsOf: Self.transcript.filter(Self.isPrompt))
        transcript.removeFirst()
        transcript.replaceSubrange(0..<1, with: [])
        #expect(transcript.map(\.id) == ["1"])
        transcript += Self.transcript
        transcript.removeAll(where: Self.isPrompt)
        #expect(transcript.map(\.id) == ["2"])
        transcript.reserveCapacity(10)
        transcript.removeAll()
        #expect(transcript == Transcript())
    }
}
