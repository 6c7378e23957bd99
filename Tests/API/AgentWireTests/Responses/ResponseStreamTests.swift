import AgentWire
import StreamingJSON
import Testing

/// A stream agrees with itself: its parts, its resource, and its continuations.
@Suite struct ResponseStreamTests {
    private typealias F = ResponseFrames

    static let runs = RecordedRuns.all + RecordedRuns.ofResponses
    private static let forms = [F.plain, F.open]

    @Test(arguments: runs)
    func aClientComposesTheOutput(run: RecordedRuns.Run) throws {
        for form in Self.forms {
            for waits in 0...2 {
                let bytes = F.bytes(run.events, after: waits, form)
                let client = try F.Client(F.data(bytes))
                let isOver = F.frames(bytes).last == "data: [DONE]"
                let status = client.response["status"]?.stringValue ?? "in_progress"
                #expect(isOver == (status != "in_progress") && (isOver || waits > 0))
            }
        }
    }

    /// A reader that continues after any frame gets exactly the rest.
    @Test(arguments: runs)
    func aStreamContinuesAfterEveryFrame(run: RecordedRuns.Run) throws {
        for waits in 0...1 {
            let frames = F.frames(F.bytes(run.events, after: waits, F.open))
            // The log of a run that waits has no more.
            guard frames.last == "data: [DONE]" else { continue }
            for first in 0...frames.count + 1 {
                let rest = F.frames(F.bytes(run.events, after: waits, from: first, F.open))
                #expect(rest == Array(frames.dropLast().dropFirst(first)) + ["data: [DONE]"])
            }
        }
    }

    /// The response without a stream is the one in the last frame.
    @Test(arguments: runs)
    func theResourceIsThatOfTheLastFrame(run: RecordedRuns.Run) throws {
        for form in Self.forms {
            for waits in 0...2 {
                var encoder = ResponseEncoder(form, after: waits, from: nil)
                var bytes: [UInt8] = []
                encoder.encode(run.lines, into: &bytes)
                #expect(bytes.isEmpty)
                guard encoder.isOver else { continue }
                let last = try #require(F.data(F.bytes(run.events, after: waits, form)).last?["response"])
                #expect(try JSONValue(parsing: encoder.resource) == last)
            }
        }
    }

    /// At every event of a running response, the resource is JSON with the items so far.
    @Test(arguments: runs)
    func aRunningResponseHasAResource(run: RecordedRuns.Run) throws {
        for count in 1..<run.events.count {
            var encoder = ResponseEncoder(F.open, from: nil)
            var bytes: [UInt8] = []
            encoder.encode(RecordedRuns.lines(Array(run.events.prefix(count))), into: &bytes)
            let resource = try JSONValue(parsing: encoder.resource)
            #expect(encoder.hasStarted && resource["id"] == "resp_01ab")
            if !encoder.isOver { #expect(resource["status"] == "in_progress" && resource["usage"]?.isNull == true) }
        }
    }

    /// A log of version 1 has no items; the answers are the same, apart from the items of calls.
    @Test(arguments: RecordedRuns.all)
    func aLogOfVersion1IsEncoded(run: RecordedRuns.Run) throws {
        var lines: [UInt8] = []
        for case let event? in run.events.map({ NativeEvent($0) }) {
            lines.append(contentsOf: "\(event.type) \(event.data.serialized())\n".utf8)
        }
        var encoder = ResponseEncoder(F.plain)
        var bytes: [UInt8] = []
        encoder.encode(lines, into: &bytes)
        let client = try F.Client(F.data(bytes))
        #expect(client.response["status"] != "in_progress")
    }
}
