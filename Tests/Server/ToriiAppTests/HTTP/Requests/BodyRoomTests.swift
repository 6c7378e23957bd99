import Accounts
import Hummingbird
import NIOCore
import Storage
import Testing

@testable import AgentServer
@testable import ToriiApp

/// Large bodies are read only as far as their client and the server have room for them.
@Suite(.timeLimit(.minutes(2))) struct BodyRoomTests {
    private static let bodyBytes = 2 << 20

    /// Begins a large body on each of some connections, and completes those that the server reads.
    ///
    /// - Returns: The refusals, and then the answers to the completed bodies.
    private func answers(
        _ tokens: [String],
        users: [String] = [],
        refused: Int,
        _ server: TestServer
    ) async throws -> (refusals: [String], read: [String]) {
        let connections = try tokens.map { _ in try RawConnection(to: server.baseURL) }
        defer { for connection in connections { connection.close() } }
        return await withTaskGroup(of: (Int, String).self) { group in
            for (index, token) in tokens.enumerated() {
                let user = users.isEmpty ? "" : "Torii-User: \(users[index])\r\n"
                let header =
                    "POST /v1/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n\(user)"
                    + "Content-Type: application/json\r\nContent-Length: \(Self.bodyBytes)\r\n\r\n{"
                group.addTask { (index, await connections[index].exchange(header, until: "\r\n\r\n{")) }
            }
            var waiting = Set(tokens.indices)
            var refusals: [String] = []
            // Nothing else can be answered, because no body is complete.
            for _ in 0..<refused {
                guard let (index, answer) = await group.next() else { break }
                waiting.remove(index)
                refusals.append(answer)
            }
            // More text than a body may have beside its images, which is measured when all of it was read.
            let rest = String(repeating: " ", count: Self.bodyBytes - 3) + "1}"
            for index in waiting { await connections[index].post(rest) }
            var read: [String] = []
            for await (_, answer) in group { read.append(answer) }
            return (refusals, read)
        }
    }

    @Test(arguments: [(clients: 1, each: 3, refused: 1, status: 429), (clients: 5, each: 2, refused: 2, status: 503)])
    func bodiesBeyondTheRoomAreRefusedUnread(clients: Int, each: Int, refused: Int, status: Int) async throws {
        try await LimitedServer.with(Array(repeating: .none, count: clients), nil) { settings in
            settings.maximumBodyBytes = Self.bodyBytes
        } _: { server, _, tokens in
            let senders = tokens.flatMap { Array(repeating: $0, count: each) }
            // The second time shows that the room of the first is free again.
            for _ in 0..<2 {
                let (refusals, read) = try await answers(senders, refused: refused, server)
                #expect(refusals.count == refused)
                for refusal in refusals {
                    #expect(
                        refusal.hasPrefix("HTTP/1.1 \(status) ") && refusal.contains("\r\nRetry-After: "),
                        "\(refusal)"
                    )
                }
                #expect(read.count == senders.count - refused)
                for answer in read { #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)") }
            }
        }
    }

    /// The users of one client leave half of the room to other clients.
    @Test func manyUsersLeaveRoomForOtherClients() async throws {
        try await TestServer.with { settings in
            settings.maximumBodyBytes = Self.bodyBytes
        } _: { server in
            let token = try await server.makeClientWithUsers().token
            let (refusals, read) = try await answers(
                Array(repeating: token, count: 6),
                users: (0..<6).map { "user\($0)" },
                refused: 2,
                server
            )
            #expect(refusals.count == 2 && read.count == 4)
            for refusal in refusals { #expect(refusal.hasPrefix("HTTP/1.1 429 "), "\(refusal)") }
            for answer in read { #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)") }
        }
    }

    /// Small values cost many times their text, and are refused before they are made; images are long strings.
    @Test(arguments: [
        (text: "[", unit: "{},", isRead: false), (text: "[", unit: #""a","#, isRead: false),
        (text: "[", unit: "\"" + String(repeating: "a", count: 900) + "\",", isRead: false),
        (text: "[\"", unit: "aaaa", isRead: true), (text: "[\"", unit: #"\""#, isRead: true),
        (text: "[\"", unit: #"\\"#, isRead: true), (text: #"["\\""#, unit: #","\\""#, isRead: false),
    ])
    func aBodyHasLittleBesideItsLongStrings(text: String, unit: String, isRead: Bool) {
        let body = text + String(repeating: unit, count: (2 << 20) / unit.utf8.count)
        #expect(Request.hasMostlyLongStrings(ByteBuffer(string: body).readableBytesView) == isRead)
    }
}
