import Foundation
import Glibc
import StandIns
import Testing

@testable import AgentRuntime
@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct KeepAliveTests {
    /// One connection, on which requests follow each other.
    private struct Connection: Sendable {
        private let descriptor: Int32

        init(port: UInt16) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let status = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(status == 0)
        }

        /// Sends a request and reads until the answer holds `end`; an early end of the connection gives what came before.
        func exchange(_ text: String, until end: String) async -> String {
            // On a thread of its own: a wait in the kernel would take one of the few threads that the server under test runs on.
            await withCheckedContinuation { waiter in
                Thread.detachNewThread { waiter.resume(returning: sendAndReceive(text, until: end)) }
            }
        }

        private func sendAndReceive(_ text: String, until end: String) -> String {
            let request = Array(text.utf8)
            _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            var answer = ""
            var buffer = [UInt8](repeating: 0, count: 65536)
            while !answer.contains(end) {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                answer += String(decoding: buffer[..<count], as: UTF8.self)
            }
            return answer
        }

        /// Ends the sending half only, and reads what still comes.
        func endAndRead() async -> String {
            shutdown(descriptor, Int32(SHUT_WR))
            return await exchange("", until: "\u{0}")
        }

        func close() { _ = Glibc.close(descriptor) }
    }

    private func request(_ body: String, accept: String) -> String {
        """
        POST /v1/chat HTTP/1.1\r
        Host: torii\r
        Authorization: Bearer \(TestServer.clientToken)\r
        Content-Type: application/json\r
        Accept: \(accept)\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    @Test func aReaderWhoEndsItsHalfGetsNoWholeStream() async throws {
        let hold = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(hold)))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.openAIBaseURL = standIn.baseURL
            } _: { server in
                let port = try #require(server.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
                let connection = try Connection(port: port)
                defer { connection.close() }
                let begin = await connection.exchange(
                    request(#"{"message":"go"}"#, accept: "text/event-stream"),
                    until: "first"
                )
                #expect(begin.contains("message.delta"))
                let rest = await connection.endAndRead()
                // Neither a terminal event nor the chunk that ends a body.
                #expect(!rest.contains("event: run.") && !rest.hasSuffix("0\r\n\r\n"), "\(rest)")
                #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
            }
        }
        hold.open()
    }

    @Test func turnsFollowEachOtherOnOneConnection() async throws {
        try await TestServer.with { server in
            let port = try #require(server.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
            let connection = try Connection(port: port)
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
