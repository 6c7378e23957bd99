import AgentWire
import StreamingJSON
import Testing

/// Equal events have equal bytes, however the log is cut into batches.
@Suite struct EncoderCutTests {
    private static func bytes(_ encoder: some RunEncoder, _ batches: [ArraySlice<UInt8>]) -> String {
        var encoder = encoder
        var bytes: [UInt8] = []
        for batch in batches { encoder.encode(Array(batch), into: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the positions of line ends, and the start of the log.
    private static func cuts(_ lines: [UInt8]) -> [Int] {
        [0] + lines.indices.filter { lines[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    private static func compareCuts(_ encoder: some RunEncoder, _ lines: [UInt8]) {
        let whole = bytes(encoder, [lines[...]])
        for cut in cuts(lines) { #expect(bytes(encoder, [lines[..<cut], lines[cut...]]) == whole) }
        let each = zip(cuts(lines), cuts(lines).dropFirst()).map { lines[$0..<$1] }
        #expect(bytes(encoder, each) == whole)
    }

    @Test(arguments: RecordedRuns.all)
    func chatCompletions(run: RecordedRuns.Run) {
        var options = ChatCompletionOptions()
        Self.compareCuts(ChatCompletionEncoder(options), run.lines)
        (options.includesUsage, options.showsTools, options.showsReasoning) = (true, true, true)
        Self.compareCuts(ChatCompletionEncoder(options), run.lines)
        Self.compareCuts(ChatCompletionEncoder(options, after: 1), run.lines)
        Self.compareCuts(ChatCompletionEncoder(options, after: 2), run.lines)
    }

    @Test(arguments: RecordedRuns.all + [RecordedRuns.sealedThoughts, RecordedRuns.textInACall])
    func messages(run: RecordedRuns.Run) {
        var options = MessagesOptions()
        for waits in 0...2 { Self.compareCuts(MessagesEncoder(options, after: waits), run.lines) }
        (options.thinking, options.showsTools) = (.shown, true)
        for waits in 0...2 { Self.compareCuts(MessagesEncoder(options, after: waits), run.lines) }
    }

    @Test(arguments: RecordedRuns.all + RecordedRuns.ofResponses)
    func responses(run: RecordedRuns.Run) {
        for form in [ResponseFrames.plain, ResponseFrames.open] {
            for waits in 0...2 { Self.compareCuts(ResponseEncoder(form, after: waits), run.lines) }
            for frame in [1, 4, 9] { Self.compareCuts(ResponseEncoder(form, from: frame), run.lines) }
        }
    }

    @Test(arguments: RecordedRuns.all)
    func native(run: RecordedRuns.Run) {
        let lines = run.lines
        Self.compareCuts(NativeEncoder(run: "run_01ab"), lines)
        let frames = Self.frames(Self.bytes(NativeEncoder(run: "run_01ab"), [lines[...]]))
        #expect(frames.count == run.events.count { NativeEvent($0) != nil })
        for skipped in 0...frames.count {
            let encoder = NativeEncoder(run: "run_01ab", skipping: skipped)
            #expect(Self.frames(Self.bytes(encoder, [lines[...]])) == Array(frames.dropFirst(skipped)))
            Self.compareCuts(encoder, lines)
        }
    }

    private static func frames(_ text: String) -> [Substring] {
        text.split(separator: "\n\n", omittingEmptySubsequences: true)
    }

    /// A log of version 1 contains the events of the native dialect, without items.
    @Test(arguments: RecordedRuns.all)
    func logsOfVersion1(run: RecordedRuns.Run) {
        var lines: [UInt8] = []
        for case let event? in run.events.map({ NativeEvent($0) }) {
            lines.append(contentsOf: "\(event.type) \(event.data.serialized())\n".utf8)
        }
        Self.compareCuts(NativeEncoder(run: "run_01ab"), lines)
        Self.compareCuts(ChatCompletionEncoder(), lines)
        Self.compareCuts(MessagesEncoder(), lines)
        Self.compareCuts(ResponseEncoder(ResponseFrames.plain), lines)
        #expect(
            Self.bytes(NativeEncoder(run: "run_01ab"), [lines[...]])
                == Self.bytes(NativeEncoder(run: "run_01ab"), [run.lines[...]])
        )
        let events = RunEventLine.events(in: lines)
        #expect(events.compactMap { NativeEvent($0) }.count == run.events.count { NativeEvent($0) != nil })
    }
}
