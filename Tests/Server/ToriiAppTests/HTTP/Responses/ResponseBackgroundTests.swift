import AgentRuntime
import EventStreams
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Responses that are made without a reader, and readers that return.
@Suite(.timeLimit(.minutes(1))) struct ResponseBackgroundTests {
    private static let background: JSONObject = ["background": true]

    /// Reads a response until it has ended.
    private static func end(of id: String, _ responses: ResponseServer) async throws -> JSONValue {
        // A stream ends with the response, so nothing is polled.
        let frames = try ResponseServer.frames(try await responses.get(id, "?stream=true"))
        return frames.last?["response"] ?? .null
    }

    @Test func aResponseIsMadeWithoutItsReader() async throws {
        let gate = StandInGate()
        try await ResponseServer.with({ _ in ScriptedReply([.token("Once"), .wait(.gate(gate)), .token(" more")]) }) {
            responses in
            let started = try await responses.send("Tell me", Self.background)
            #expect(started.status == 200 && started.json["background"] == true)
            #expect(["queued", "in_progress"].contains(started.json["status"]?.stringValue))
            #expect(started.json["output"]?.arrayValue != nil && started.json["usage"]?.isNull == true)
            let now = try await responses.get(started.responseID)
            #expect(["queued", "in_progress"].contains(now.json["status"]?.stringValue))
            // It cannot be followed, or deleted, before its end.
            let early = try await responses.send("And?", ["previous_response_id": .string(started.responseID)])
            #expect(
                early.status == 400
                    && early.json["error"]?["message"]?.stringValue?.contains("wait for its end") == true
            )
            #expect(try await responses.get(started.responseID, "", .delete).status == 409)
            gate.open()
            let ended = try await Self.end(of: started.responseID, responses)
            #expect(ended["status"] == "completed" && ResponseServer.text(ended) == "Once more")
            #expect(try await responses.get(started.responseID).json == ended)
        }
    }

    /// A reader that breaks off continues after any frame, while the response is made and when it is complete.
    @Test func aStreamContinuesAfterEveryFrame() async throws {
        let gate = StandInGate()
        try await ResponseServer.with({ _ in ScriptedReply([.token("Once"), .wait(.gate(gate)), .token(" more")]) }) {
            responses in
            var reader = EventReader(try await responses.stream("Tell me", Self.background))
            var frames: [JSONValue] = []
            while frames.last?["type"] != "response.output_text.delta", let event = try await reader.next() {
                frames.append(try JSONValue(parsing: event.data))
            }
            #expect(
                frames.prefix(3).map { $0["type"] } == ["response.created", "response.queued", "response.in_progress"]
            )
            let id = try #require(frames.first?["response"]?["id"]?.stringValue)
            let after = frames.count - 1
            async let rest = responses.get(id, "?stream=true&starting_after=\(after)")
            gate.open()
            frames += try ResponseServer.frames(try await rest)
            #expect(frames.map { $0["sequence_number"]?.intValue } == Array(frames.indices))
            #expect(frames.last?["type"] == "response.completed")
            for number in frames.indices {
                let rest = try ResponseServer.frames(
                    try await responses.get(id, "?stream=true&starting_after=\(number)")
                )
                #expect(rest == Array(frames.dropFirst(number + 1)))
            }
            #expect(try ResponseServer.frames(try await responses.get(id, "?stream=true")) == frames)
            #expect(try ResponseServer.frames(try await responses.get(id, "?stream=true&starting_after=9999")) == [])
            for query in [
                "?stream=true&starting_after=-1", "?stream=true&starting_after=x", "?starting_after=1", "?stream=2",
            ] {
                #expect(try await responses.get(id, query).status == 400)
            }
        }
    }

    @Test func aResponseIsCancelled() async throws {
        let gate = StandInGate()
        try await ResponseServer.with({ request in
            request.lastUserText == "short"
                ? .text("Done") : ScriptedReply([.token("Once"), .wait(.gate(gate)), .token(" more")])
        }) { responses in
            var reader = EventReader(try await responses.stream("Tell me", Self.background))
            var id = ""
            while let event = try await reader.next(), event.type != "response.output_text.delta" {
                id = event.json["response"]?["id"]?.stringValue ?? id
            }
            let cancelled = try await responses.get(id, "/cancel", .post)
            #expect(cancelled.status == 200 && cancelled.json["status"] == "cancelled", "\(cancelled.text)")
            #expect(ResponseServer.text(cancelled.json) == "Once")
            #expect(await responses.standIn.server.ending(of: 1)?.kind == .closedByPeer)
            let rest = try await reader.rest()
            #expect(rest.last?.data == "[DONE]")
            // Again it has no effect, as on a complete response.
            #expect(try await responses.get(id, "/cancel", .post).json == cancelled.json)
            let short = try await responses.send("short", Self.background)
            let ended = try await Self.end(of: short.responseID, responses)
            #expect(try await responses.get(short.responseID, "/cancel", .post).json == ended)
            #expect(ended["status"] == "completed")
            let other = try await responses.send("short")
            #expect(try await responses.get(other.responseID, "/cancel", .post).status == 400)
        }
    }
}
