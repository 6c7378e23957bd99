import Foundation
import StandIns
import Testing

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct KeepAliveTests {
    private func request(_ body: String, accept: String) -> String {
        """
        POST /v1/chat HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer \(TestServer.clientToken)\r
        Content-Type: application/json\r
        Accept: \(accept)\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    @Test func aReaderThatClosesItsSendingHalfReceivesNoCompleteStream() async throws {
        let hold = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(hold)))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let connection = try RawConnection(to: server.baseURL)
                defer { connection.close() }
                let begin = await connection.exchange(
                    request(#"{"message":"go"}"#, accept: "text/event-stream"),
                    until: "first"
                )
                #expect(begin.contains("message.delta"))
                let rest = await connection.endAndRead()
                // There is neither a terminal event nor the chunk that ends a body.
                #expect(!rest.contains("event: run.") && !rest.hasSuffix("0\r\n\r\n"), "\(rest)")
                #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
            }
        }
        hold.open()
    }

    @Test func turnsFollowEachOtherOnOneConnection() async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let body = #"{"message":"show the inventory"}"#
            for (accept, end) in [
                ("application/json", #""model":"phrasebook"}"#), ("text/event-stream", "\r\n0\r\n\r\n"),
                ("text/event-stream", "\r\n0\r\n\r\n"), ("application/json", #""model":"phrasebook"}"#),
            ] {
                let answer = await connection.exchange(request(body, accept: accept), until: end)
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
                #expect(answer.contains(end))
            }
        }
    }
}
