import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The bytes of a stream: whole frames, heartbeats, headers.
@Suite(.timeLimit(.minutes(1))) struct StreamFormatTests {
    private func withModel(
        _ script: @escaping OpenAIStandIn.Script,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                set(&settings)
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    @Test func aStreamByteForByte() async throws {
        try await withModel({ _ in .tokens(["a\n"]) }) { server, _ in
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"go","stream":true}"#)
            #expect(answer.headers["Content-Type"] == "text/event-stream")
            #expect(answer.headers["Cache-Control"] == "no-cache, no-transform")
            #expect(answer.headers["X-Accel-Buffering"] == "no")
            #expect(answer.headers["Content-Length"] == nil)
            let run = try #require(answer.text.firstMatch(of: /id: (run_[0-9a-f]{32}):0\n/)?.1)
            let conversation = try #require(answer.text.firstMatch(of: /"conversation":"(conv_[0-9a-f]{32})"/)?.1)
            #expect(
                answer.text == """
                    id: \(run):0
                    event: run.started
                    data: {"run":"\(run)","conversation":"\(conversation)","model":"openai:m"}

                    id: \(run):1
                    event: message.delta
                    data: {"text":"a\\n"}

                    id: \(run):2
                    event: message.completed
                    data: {"text":"a\\n","artifacts":[]}

                    id: \(run):3
                    event: run.completed
                    data: {"usage":{"input_tokens":53,"output_tokens":1,"total_tokens":54,"cost":null,"unpriced":true}}


                    """
            )
        }
    }

    @Test func eachFlushHoldsWholeFrames() async throws {
        let tokens = (0..<200).map { " token\($0)" }
        try await withModel({ _ in .tokens(tokens) }) { server, _ in
            var count = 0
            for try await piece in try await server.stream("go").body {
                #expect(piece.starts(with: Array("id: ".utf8)))
                #expect(piece.suffix(2) == Array("\n\n".utf8)[...])
                count += 1
            }
            #expect(count > 0)
        }
    }

    @Test func aSilentStreamHasHeartbeatsWithoutABlankLine() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.wait(.gate(gate)), .token("done")]) }
        try await withModel(script) {
            $0.heartbeat = .milliseconds(20)
        } _: { server, _ in
            // The header arrives before the model's output, because a heartbeat was due.
            let response = try await server.stream("go")
            #expect(response.status == 200)
            var text = ""
            for try await piece in response.body {
                text += String(decoding: piece, as: UTF8.self)
                if text.components(separatedBy: ": hb\n").count > 3 { gate.open() }
            }
            #expect(text.hasPrefix("id: "))
            #expect(text.contains("\n\n: hb\n: hb\n"))
            #expect(!text.contains(": hb\n\n"))
            #expect(text.contains("event: run.completed"))
        }
    }

    @Test func aRunThatWaitsForItsConversationHasHeartbeatsBeforeItsFirstEvent() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.token("x"), .wait(.gate(gate)), .token("done")]) }
        try await withModel(script) {
            $0.heartbeat = .milliseconds(20)
        } _: { server, _ in
            var first = EventReader(try await server.stream("one"))
            let conversation = try #require(try await first.next()?.json["conversation"])
            let second = try await server.stream([
                "message": "two", "conversation": conversation, "on_busy": "queue",
            ])
            var text = ""
            for try await piece in second.body {
                text += String(decoding: piece, as: UTF8.self)
                gate.open()
            }
            #expect(text.hasPrefix(": hb\n"))
            #expect(text.contains("event: run.completed"))
            #expect(try await first.rest().last?.type == "run.completed")
        }
    }
}
