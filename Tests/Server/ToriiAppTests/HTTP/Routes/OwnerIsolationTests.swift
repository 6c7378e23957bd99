import Foundation
import HTTPTypes
import StreamingJSON
import Testing
import Transport

@testable import APIDescription
@testable import AgentServer
@testable import ToriiApp

/// Requests of one owner for the data of another one, to every operation on own data, from the list of endpoints.
@Suite(.timeLimit(.minutes(5))) struct OwnerIsolationTests {
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

    /// The operations of users alone.
    private static let ofUsers = [Endpoint.userExport.id, Endpoint.userErasure.id]

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

    /// A sender of requests: a client, or a user of it.
    private struct Sender {
        let server: TestServer
        let token: String
    }

    /// The pairs of owners: the one that has the data, and the one that tries.
    enum Pair: String, CaseIterable { case clients, usersOfOneClient, usersOfTwoClients, userAndClient, clientAndUser }

    /// Returns the sender whose data is tried, and the one that tries.
    private func senders(_ pair: Pair, _ server: TestServer) async throws -> (owner: Sender, other: Sender) {
        let preset = Sender(server: server, token: TestServer.clientToken)
        func user(_ name: String, of token: String) -> Sender { Sender(server: server.acting(for: name), token: token) }
        guard pair != .clients else {
            let other = try await server.admin(.post, "clients", ["name": "other", "scopes": OwnedThings.scopes])
            return (preset, Sender(server: server, token: try #require(other.json["token"]?["secret"]?.stringValue)))
        }
        let app = try await server.makeClientWithUsers().token
        switch pair {
        case .clients, .usersOfOneClient: return (user("anna", of: app), user("ben", of: app))
        case .usersOfTwoClients:
            // The same name in another client is another user.
            return (user("anna", of: app), user("anna", of: try await server.makeClientWithUsers("second").token))
        case .userAndClient: return (user("anna", of: app), preset)
        case .clientAndUser: return (preset, user("anna", of: app))
        }
    }

    @Test(arguments: Pair.allCases) func anotherOwnerGetsWhatAMissingIDGets(pair: Pair) async throws {
        try await TestServer.with { server async throws in
            let (owner, other) = try await senders(pair, server)
            let things = try await OwnedThings.make(on: owner.server, token: owner.token, word: "Xyzzy")
            let mine = try await OwnedThings.make(on: other.server, token: other.token, word: "Plugh")
            let before = try await things.contents(on: owner.server, token: owner.token)
            var tried: Set<String> = []
            let endpoints = Endpoint.all.filter { $0.data == .own }
            for endpoint in endpoints {
                guard let make = OwnedThings.withIDs[endpoint.id] else { continue }
                for (probe, missing) in zip(make(things, mine), make(things.missing, mine)) {
                    let expected = try await send(missing, to: endpoint, by: other.token, other.server)
                    let answer = try await send(probe, to: endpoint, by: other.token, other.server)
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
                    let answer = try await send(probe, to: endpoint, by: other.token, other.server)
                    // The built-in model extracts nothing.
                    let expected = endpoint.id == Endpoint.extract.id ? 400..<401 : 200..<300
                    // A client without users is no user.
                    if Self.ofUsers.contains(endpoint.id), answer.status == 404 { continue }
                    #expect(expected.contains(answer.status), "\(endpoint.id) \(answer.text)")
                    let secrets = things.ids + ["Xyzzy"]
                    #expect(!secrets.contains(where: answer.text.contains), "\(endpoint.id) \(answer.text)")
                }
                tried.insert(endpoint.id)
            }
            #expect(tried.count == endpoints.count)
            // The tries have changed nothing.
            #expect(try await things.contents(on: owner.server, token: owner.token) == before)
        }
    }

    /// A backend that forgets the header reaches nobody's data, neither a user's nor common one.
    @Test func theClientItselfReachesNoDataWithoutAUser() async throws {
        try await TestServer.with { server async throws in
            let token = try await server.makeClientWithUsers().token
            let anna = server.acting(for: "anna")
            let things = try await OwnedThings.make(on: anna, token: token, word: "Xyzzy")
            let before = try await things.contents(on: anna, token: token)
            for endpoint in Endpoint.all where endpoint.data == .own {
                let recipes = [OwnedThings.withIDs[endpoint.id], OwnedThings.withoutIDs[endpoint.id]].compactMap(\.self)
                for probe in recipes.flatMap({ $0(things, things) }) {
                    let answer = try await send(probe, to: endpoint, by: token, server)
                    #expect(answer.status == 403, "\(endpoint.id) \(answer.text)")
                    #expect(answer.text.contains("Torii-User"), "\(endpoint.id) \(answer.text)")
                }
            }
            #expect(try await things.contents(on: anna, token: token) == before)
        }
    }

    /// The first client still finds what the other one does not, so the ids above are those of existing things.
    @Test func theOwnerFindsItsData() async throws {
        try await TestServer.with { server async throws in
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
