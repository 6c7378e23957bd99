import Foundation
import HTTPTypes
import StreamingJSON
import Testing
import Transport

@testable import APIDescription
@testable import AgentServer
@testable import ToriiApp

/// Requests of one client for the data of another one, to every operation on own data, from the list of endpoints.
///
/// The store's suite `OwnerStoreConformance` does the same with two users of one client.
@Suite(.timeLimit(.minutes(3))) struct OwnerIsolationTests {
    /// What an answer tells of an id: all of it but ids and times.
    private struct Seen: Equatable {
        let status: Int
        let type: String?
        let body: String

        init(_ answer: TestServer.Answer) {
            (status, type) = (answer.status, answer.headers["Content-Type"])
            body = answer.text
                .replacing(/"request_id":"[^"]*"|chatcmpl-[0-9a-f]+|id: [0-9]+-[0-9]+/, with: "‹id›")
                .replacing(/[a-z]+_[0-9a-f]{6,}(?:\.[0-9]+)?…?/, with: "‹id›")
                .replacing(/missing-tablet|tablet-[a-z]+|outputs\/[0-9a-v]+|[0-9a-v]+-2\b/, with: "‹name›")
                .replacing(/"(?:created|created_at|completed_at|duration_ms)":[0-9]+/, with: "‹time›")
                .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "‹time›")
        }
    }

    /// The statuses for a missing id where it is not 404 alone; a refusal for another reason would say nothing of the id.
    private static let statusesOfMissing: [String: Set<Int>] = [
        // A call that no run waits for belongs to the history that the caller sends.
        Endpoint.chatCompletions.id: [200], Endpoint.messages.id: [200],
        // OpenAI's status for a previous response.
        Endpoint.responses.id: [400, 404], Endpoint.responseInputTokens.id: [400, 404],
        // No item of the caller's own conversation can be deleted.
        Endpoint.conversationItemDeletion.id: [400, 404],
        // The tool says that there is no such page.
        Endpoint.toolCall.id: [200], Endpoint.bareToolCall.id: [200],
        // The error of a resource is in the message.
        Endpoint.mcp.id: [200, 404],
    ]

    private func send(
        _ probe: OwnedThings.Probe,
        to endpoint: Endpoint,
        by token: String,
        _ server: TestServer
    ) async throws
        -> TestServer.Answer
    {
        try await server.send(
            HTTPMethod(rawValue: endpoint.method.rawValue),
            probe.path,
            token: token,
            body: probe.body?.serialized(),
            headers: [("Content-Type", "application/json")] + probe.headers
        )
    }

    /// Every operation on own data has a recipe, and no other operation has one.
    @Test func everyOperationOnOwnDataIsTried() {
        let own = Endpoint.all.filter { $0.data == .own }.map(\.id)
        let tried = Set(OwnedThings.withIDs.keys).union(OwnedThings.withoutIDs.keys)
        #expect(Set(own) == tried)
        #expect(own.count == tried.count)
        // The ids in paths are those of own data, or those of tools and pages.
        for endpoint in Endpoint.all
        where endpoint.data == .own && endpoint.path.contains(":") && !endpoint.path.hasSuffix(":name") {
            #expect(
                OwnedThings.withIDs[endpoint.id] != nil || endpoint.id == Endpoint.toolboxRegistration.id,
                "\(endpoint.id)"
            )
        }
    }

    @Test func anotherClientGetsWhatAMissingIDGets() async throws {
        try await TestServer.with { server in
            let other = try await server.admin(.post, "clients", ["name": "other", "scopes": OwnedThings.scopes])
            let token = try #require(other.json["token"]?["secret"]?.stringValue)
            let things = try await OwnedThings.make(on: server, token: TestServer.clientToken, word: "Xyzzy")
            let mine = try await OwnedThings.make(on: server, token: token, word: "Plugh")
            let before = try await things.contents(on: server, token: TestServer.clientToken)
            var tried: Set<String> = []
            let endpoints = Endpoint.all.filter { $0.data == .own }
            for endpoint in endpoints {
                guard let make = OwnedThings.withIDs[endpoint.id] else { continue }
                for (probe, missing) in zip(make(things, mine), make(things.missing, mine)) {
                    let expected = try await send(missing, to: endpoint, by: token, server)
                    let answer = try await send(probe, to: endpoint, by: token, server)
                    #expect(Seen(answer) == Seen(expected), "\(endpoint.id) \(probe.path)")
                    let statuses = Self.statusesOfMissing[endpoint.id] ?? [404]
                    #expect(statuses.contains(expected.status), "\(endpoint.id) \(probe.path) \(expected.text)")
                    #expect(!answer.text.contains("Xyzzy"), "\(endpoint.id) \(probe.path)")
                }
                tried.insert(endpoint.id)
            }
            // Deletions last, because they delete what the caller has; the sessions of its conversations too.
            for endpoint in endpoints.filter({ $0.method != .delete }) + endpoints.filter({ $0.method == .delete }) {
                guard let make = OwnedThings.withoutIDs[endpoint.id] else { continue }
                for probe in make(things, mine) {
                    let answer = try await send(probe, to: endpoint, by: token, server)
                    // The built-in model extracts nothing.
                    let expected = endpoint.id == Endpoint.extract.id ? 400..<401 : 200..<300
                    #expect(expected.contains(answer.status), "\(endpoint.id) \(answer.text)")
                    let secrets = things.ids + ["Xyzzy"]
                    #expect(!secrets.contains(where: answer.text.contains), "\(endpoint.id) \(answer.text)")
                }
                tried.insert(endpoint.id)
            }
            #expect(tried.count == endpoints.count)
            // The tries have changed nothing.
            #expect(try await things.contents(on: server, token: TestServer.clientToken) == before)
        }
    }

    /// The first client still finds what the other one does not, so the ids above are those of existing things.
    @Test func theOwnerFindsItsData() async throws {
        try await TestServer.with { server in
            let things = try await OwnedThings.make(on: server, token: TestServer.clientToken, word: "Xyzzy")
            for endpoint in Endpoint.all where endpoint.data == .own && endpoint.method == .get {
                // Streams that do not end by themselves.
                if [Endpoint.mcpStream.id, Endpoint.deviceEvents.id, Endpoint.runEvents.id].contains(endpoint.id) {
                    continue
                }
                for probe in OwnedThings.withIDs[endpoint.id]?(things, things) ?? [] {
                    let answer = try await send(probe, to: endpoint, by: TestServer.clientToken, server)
                    #expect(answer.status == 200, "\(endpoint.id) \(answer.text)")
                }
            }
            let page = try await server.send(
                .post,
                "/v1/tools/readOn",
                body: OwnedThings.page(of: things).serialized()
            )
            #expect(page.json["status"] == "completed", "\(page.text)")
        }
    }
}
