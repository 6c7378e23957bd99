import Accounts
import AgentRuntime
import AgentServer
import AgentWire
import AssistantSchemas
import Foundation
import HTTPTypes
import KeyVault
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import ToriiApp

/// A node neither ends nor loses the runs that another node performs, and refuses requests that need them.
@Suite(.timeLimit(.minutes(2))) struct TwoNodesTests {
    /// A request to the second node about a run of the first.
    struct Row: Sendable {
        let name: String
        let request: @Sendable (TwoNodes, AgentRuntime, Owner) async throws -> Void
    }

    /// The requests that need the run's memory.
    private static let refused: [Row] = [
        Row(name: "events are read") { nodes, runtime, owner in
            _ = try await runtime.reader(of: nodes.running.run, after: nil, owner: owner)
        },
        Row(name: "a request is repeated with its key") { nodes, runtime, _ in
            _ = try await runtime.start(TwoNodes.turn("wait"), client: nodes.client, idempotencyKey: "running")
        },
        Row(name: "a running run is cancelled") { nodes, runtime, owner in
            try await runtime.cancel(nodes.running.run, owner: owner)
        },
        Row(name: "a waiting run is cancelled") { nodes, runtime, owner in
            try await runtime.cancel(nodes.waiting.run, owner: owner)
        },
        Row(name: "a run is deleted") { nodes, runtime, owner in
            try await runtime.deleteRun(nodes.waiting.run, owner: owner)
        },
        Row(name: "calls are answered") { nodes, runtime, owner in
            let call = try await nodes.call()
            let answers = RunAnswers(outputs: [(call, .output("acted"))])
            _ = try await runtime.answer(nodes.waiting.run, with: answers, owner: owner, isReading: false)
        },
        Row(name: "outputs arrive without the run's name") { nodes, runtime, _ in
            let output = ItemOutput(item: 0, text: "acted", pointer: "#/messages/2")
            _ = try await runtime.resumeRun(nodes.waiting.run, with: [output], client: nodes.client)
        },
        Row(name: "a call is decided") { nodes, runtime, _ in
            let call = try await nodes.call()
            _ = try await runtime.resumeRun(
                nodes.waiting.run,
                deciding: [(call, .approval, "#/input/0")],
                and: [],
                client: nodes.client
            )
        },
        Row(name: "a turn follows in the conversation") { nodes, runtime, _ in
            let turn = TwoNodes.turn("yes", in: try await nodes.conversation())
            _ = try await runtime.start(turn, client: nodes.client)
        },
        Row(name: "items are added to the conversation") { nodes, runtime, _ in
            let items = try ConversationRequest(jsonValue: [:]).items
            _ = try await runtime.append(items, to: try await nodes.conversation(), client: nodes.client)
        },
        Row(name: "the conversation is copied") { nodes, runtime, owner in
            _ = try await runtime.forkConversation(try await nodes.conversation(), entryCount: 0, owner: owner)
        },
        Row(name: "the conversation is deleted") { nodes, runtime, owner in
            try await runtime.delete(try await nodes.conversation(), owner: owner)
        },
        Row(name: "the conversations are erased") { nodes, runtime, owner in
            _ = try await runtime.erase(.conversations, of: owner, by: .torii)
        },
    ]

    @Test func whatNeedsTheRunIsRefused() async throws {
        try await TwoNodes.with { nodes in
            for row in Self.refused {
                let problem = await #expect(throws: Problem.self, "\(row.name)") {
                    try await row.request(nodes, nodes.second.runtime, nodes.client.owner)
                }
                #expect(problem?.kind == .runElsewhere && problem?.status == 409, "\(row.name)")
                #expect([nodes.running.run, nodes.waiting.run].contains(problem?.run), "\(row.name)")
            }
            // Nothing has happened to the runs: the same answer at their node continues one of them, and the other still runs.
            let runtime = nodes.first.runtime
            #expect(try await runtime.run(nodes.running.run, owner: nodes.client.owner).status == "running")
            let answers = RunAnswers(outputs: [(try await nodes.call(), .output("acted"))])
            _ = try await runtime.answer(nodes.waiting.run, with: answers, owner: nodes.client.owner, isReading: false)
            #expect(try await nodes.ending(nodes.waiting.run) == "completed")
        }
    }

    /// The requests of a device about a call of a run that another node performs.
    @Test func aDeviceIsRefusedElsewhere() async throws {
        try await TwoNodes.with { nodes in
            let (first, owner) = (nodes.first.runtime, nodes.client.owner)
            let registration = try ToolboxRegistration(json: [
                "catalogue": "2026-11", "app": ["id": "com.example.album", "version": "1"], "timeZone": "Asia/Tokyo",
                "locale": "ja_JP", "intents": [AlbumDevice.createAlbum], "entities": [AlbumDevice.album],
                "enums": [AlbumDevice.albumType],
            ])
            _ = try await #require(first.devices).register(registration, on: "phone", owner: owner)
            let run = try await first.start(TwoNodes.turn("Create Winter"), client: nodes.client)
            try await run.waitForDevice()
            let call = "\(run.run).1"
            _ = try await first.readEvents(of: run.run, owner: owner) { _ in }
            func report(_ step: DeviceStep?, to runtime: AgentRuntime) async throws -> Int {
                guard let step else {
                    let body = AlbumDevice.succeeded(AlbumDevice.entity("a1", "Winter"))
                    return try await runtime.reportEnd(of: call, on: "phone", owner: owner, attempt: 1, body: body)
                        .status
                }
                return try await runtime.report(step, of: call, attempt: 1, on: "phone", owner: owner).status
            }
            let accepted: [(step: DeviceStep?, status: Int)] = [
                (.claim, 200), (.start, 200), (.progress, 200), (nil, 202),
            ]
            for (step, _) in accepted {
                let problem = await #expect(throws: Problem.self) { try await report(step, to: nodes.second.runtime) }
                #expect(problem?.kind == .runElsewhere && problem?.status == 409 && problem?.run == run.run)
            }
            // Nothing has happened to the call: its node accepts the same requests.
            for (step, status) in accepted { #expect(try await report(step, to: first) == status) }
            #expect(try await nodes.ending(run.run) == "completed")
        }
    }

    /// The client keeps its tokens, with which it can end the run.
    @Test func aClientWithARunElsewhereIsNotDeleted() async throws {
        try await TwoNodes.with { nodes in
            let issued = try await nodes.first.clients.create(ClientDraft(name: "left"), by: .torii)
            let id = issued.client.id
            let left = try #require(nodes.first.clients.holder(id))
            let run = try await nodes.first.runtime.start(TwoNodes.turn("act"), client: left)
            _ = try await run.outcome()
            _ = try await nodes.first.runtime.readEvents(of: run.run, owner: left.owner) { _ in }
            try await nodes.second.clients.reload()
            func delete(on node: Services, keeping: Bool = false) async throws {
                let (route, parameters) = try #require(node.admin.route(.delete, ["clients", id]))
                var call = AdminCall(parameters: parameters, actor: .torii, scopes: [])
                if keeping { call.query = ["keep": "true"] }
                _ = try await route.perform(call)
            }
            let problem = await #expect(throws: Problem.self) { try await delete(on: nodes.second) }
            #expect(problem?.kind == .runElsewhere && problem?.run == run.run)
            #expect(nodes.second.clients.holder(id) != nil)
            try await nodes.first.clients.reload()
            #expect(nodes.first.clients.holder(id) != nil)
            #expect(try await nodes.first.clients.pendingErasures().isEmpty)
            #expect(try await nodes.first.runtime.run(run.run, owner: left.owner).status == "waiting")
            // The data that is kept needs no run.
            try await delete(on: nodes.second, keeping: true)
            #expect(nodes.second.clients.holder(id) == nil)
            // The node of the run erases what is left.
            try await nodes.first.clients.reload()
            try await delete(on: nodes.first)
            let erased = await #expect(throws: Problem.self) {
                try await nodes.first.runtime.run(run.run, owner: left.owner)
            }
            #expect(erased?.kind == .notFound)
        }
    }

    @Test func theListsShowRunsOfOtherNodes() async throws {
        try await TwoNodes.with { nodes in
            let (runtime, owner) = (nodes.second.runtime, nodes.client.owner)
            let both = [nodes.running.run, nodes.waiting.run]
            let page = try await runtime.unfinishedRuns(of: owner, status: nil, cursor: nil, limit: 9)
            #expect(page.runs.map(\.id) == both && page.next == nil)
            #expect(page.runs.map(\.status) == ["running", "waiting"])
            #expect(page.runs.map { $0.actions.map(\.name) } == [[], ["act"]])
            let waiting = try await runtime.unfinishedRuns(of: owner, status: .waiting, cursor: nil, limit: 9)
            #expect(waiting.runs.map(\.id) == [nodes.waiting.run])
            let first = try await runtime.unfinishedRuns(of: owner, status: nil, cursor: nil, limit: 1)
            #expect(first.runs.map(\.id) == [nodes.running.run] && first.next == nodes.running.run)
            let rest = try await runtime.unfinishedRuns(of: owner, status: nil, cursor: first.next, limit: 1)
            #expect(rest.runs.map(\.id) == [nodes.waiting.run] && rest.next == nil)
            let other = try await runtime.unfinishedRuns(of: Owner(client: "bob"), status: nil, cursor: nil, limit: 9)
            #expect(other.runs.isEmpty)
            #expect(try await runtime.listings.page(.init()).runs.map(\.id) == both.reversed())
            let counts = try await runtime.listings.counts(since: .distantPast).counts
            #expect(counts[.running] == 1 && counts[.waiting] == 1)
            #expect(try await runtime.run(nodes.waiting.run, owner: owner).status == "waiting")
            let messages = try await runtime.messages(
                of: try await nodes.conversation(),
                before: nil,
                limit: 9,
                client: nodes.client
            )
            #expect(messages.activeRuns == [nodes.waiting.run])
            // The node of the runs shows each once.
            let own = try await nodes.first.runtime.unfinishedRuns(of: owner, status: nil, cursor: nil, limit: 9)
            #expect(own.runs.map(\.id) == both)
            #expect(try await nodes.first.runtime.listings.page(.init()).runs.map(\.id) == both.reversed())
        }
    }

    @Test func aRecoveryEndsTheRunsOfGoneProcesses() async throws {
        let store = try SQLiteStore(path: nil)
        let lease = TwoNodes.SharedLease("a")
        let workers = [Worker(node: NodeID("a"), epoch: 1), lease.worker, Worker(node: NodeID("b"), epoch: 1)]
        for (number, worker) in workers.enumerated() {
            let run = RunRecord(
                id: "run_\(number)",
                owner: Owner(client: "c"),
                worker: worker,
                conversation: "",
                model: "m",
                status: .running,
                request: "{}",
                createdAt: Date(timeIntervalSince1970: 1),
                updatedAt: Date(timeIntervalSince1970: 1)
            )
            _ = try await store.write([RunWrite(record: run)])
        }
        func statuses() async throws -> [RunStatus?] {
            try await ["run_0", "run_1", "run_2"].asyncMap { try await store.run($0)?.status }
        }
        let logger = LogCapture().logger
        try await RunCoordinator(store: store, lease: lease, journal: nil, logger: logger).recover()
        #expect(try await statuses() == [.interrupted, .running, .running])
        // A process that has the store to itself ends all.
        try await RunCoordinator(store: store, lease: SoleLease(), journal: nil, logger: logger).recover()
        #expect(try await statuses() == [.interrupted, .interrupted, .interrupted])
    }

    /// The second node has started while the runs of the first were active.
    @Test func aStartEndsOnlyWhatItsNodeHasLeft() async throws {
        try await TwoNodes.with { nodes in
            let limited = Principal(
                owner: Owner(client: "limited"),
                name: "limited",
                scopes: [],
                limits: ClientLimits(tokensPerDay: 1_000)
            )
            let estimate = TurnEstimate(models: ["m"], inputTokens: 10, maxOutputTokens: 10)
            let admitted = try await nodes.first.admission.admit(limited, estimate)
            guard case .admitted(let reservation) = admitted else { throw TestServer.DidNotStart() }
            try await nodes.another("c") { third in
                #expect(third.admission.abandonedTurns == 0)
                let page = try await third.runtime.unfinishedRuns(
                    of: nodes.client.owner,
                    status: nil,
                    cursor: nil,
                    limit: 9
                )
                #expect(page.runs.map(\.status) == ["running", "waiting"])
            }
            #expect(try await nodes.statuses(of: nodes.first) == ["running", "waiting"])
            withExtendedLifetime(reservation) {}
        }
    }
}

extension TwoNodes {
    /// The id of the call that the waiting run waits for.
    fileprivate func call() async throws -> String {
        try #require(try await waiting.outcome().actions.first?.call)
    }

    /// The conversation of the waiting run.
    fileprivate func conversation() async throws -> String {
        try await first.runtime.run(waiting.run, owner: client.owner).conversation
    }

    /// The statuses of the two runs, as a node has them.
    fileprivate func statuses(of node: Services) async throws -> [String] {
        try await [running.run, waiting.run].asyncMap { try await node.runtime.run($0, owner: client.owner).status }
    }
}

extension RunReader {
    /// Reads up to the place where the run waits for a device.
    fileprivate func waitForDevice() async throws {
        while case .events(let lines, _) = try await next() {
            for case .waiting in RunEventLine.events(in: lines) { return }
        }
        Issue.record("the run has ended")
    }
}

extension [String] {
    fileprivate func asyncMap<Value>(_ body: (String) async throws -> Value) async rethrows -> [Value] {
        var mapped: [Value] = []
        for element in self { mapped.append(try await body(element)) }
        return mapped
    }
}
