import AgentTools
import LanguageModels
import OwnerLiterals
import Storage
import ToolPhrases
import StreamingJSON
import Testing

/// Cached outputs that replace a call.
@Suite(.timeLimit(.minutes(1))) struct CachePolicyTests {
    private let time = ManualTime()

    private func registry(_ tool: ProbeTool) -> ToolRegistry { ToolRegistry([tool], now: { [time] in time.now }) }

    private func call(
        _ registry: ToolRegistry,
        _ arguments: JSONValue = ["word": "x"],
        owner: OutputOwner = OutputOwner(owner: "ann"),
        metadata: [String: String] = [:]
    ) async throws -> ToolOutcome {
        let usual = ["locale": "en", "time_zone": "Asia/Tokyo", "now": "2026-11-21T03:00:00Z"]
        return try await registry.call(
            "probe",
            arguments: arguments,
            metadata: usual.merging(metadata) { $1 }.mapValues { GeneratedContent($0) },
            owner: owner
        )
    }

    @Test func theSameCallIsMadeOnce() async throws {
        let tool = ProbeTool(cachePolicy: .shared(for: .seconds(60)))
        let registry = registry(tool)
        for arguments: JSONValue in [
            ["word": "x", "number": 1], ["number": 1, "word": "x"], ["word": "x", "number": 1, "more": true],
        ] {
            let outcome = try await call(registry, arguments)
            #expect(outcome.output.segments.text == "x" && outcome.artifacts.map(\.type) == ["probe.word"])
        }
        #expect(tool.counter.count == 1)
        time.advance(by: .seconds(59))
        _ = try await call(registry, ["word": "x", "number": 1], owner: OutputOwner(owner: "bob"))
        #expect(tool.counter.count == 1)
        time.advance(by: .seconds(1))
        _ = try await call(registry, ["word": "x", "number": 1])
        #expect(tool.counter.count == 2)
    }

    @Test func anotherCallIsMade() async throws {
        let tool = ProbeTool(cachePolicy: .shared(for: .seconds(60)))
        let registry = registry(tool)
        _ = try await call(registry)
        _ = try await call(registry, ["word": "y"])
        _ = try await call(registry, ["word": "x", "number": 1])
        _ = try await call(registry, metadata: ["locale": "ja"])
        _ = try await call(registry, metadata: ["time_zone": "UTC"])
        // The same hour on another day.
        _ = try await call(registry, metadata: ["now": "2026-11-21T15:00:00Z"])
        #expect(tool.counter.count == 6)
        // Later on the same day.
        _ = try await call(registry, metadata: ["now": "2026-11-21T04:00:00Z"])
        #expect(tool.counter.count == 6)
    }

    @Test func privateOutputsAreReturnedOnlyToTheirOwner() async throws {
        let tool = ProbeTool(cachePolicy: .private(for: .seconds(60)))
        let registry = registry(tool)
        let owners = [
            OutputOwner(owner: "ann"), OutputOwner(owner: "ann", conversation: "c"),
            OutputOwner(owner: "ann", conversation: "d"), OutputOwner(owner: "bob", conversation: "c"),
        ]
        for owner in owners + owners { _ = try await call(registry, owner: owner) }
        #expect(tool.counter.count == owners.count)
    }

    @Test(arguments: [
        ProbeTool(), ProbeTool(effect: .changes, cachePolicy: .shared(for: .seconds(60))),
        ProbeTool(isDestructive: true, cachePolicy: .shared(for: .seconds(60))),
        ProbeTool(cachePolicy: .shared(for: .seconds(60)), answer: { _ in throw ToolFailure("no") }),
        ProbeTool(
            outputBudget: nil,
            cachePolicy: .shared(for: .seconds(60)),
            answer: { _ in String(repeating: "x", count: 100_000) }
        ),
    ])
    func withoutAPolicyEveryCallIsMade(tool: ProbeTool) async throws {
        let registry = registry(tool)
        for _ in 0..<3 { _ = try await call(registry) }
        #expect(tool.counter.count == 3)
    }

    @Test func concurrentCallsShareOne() async throws {
        let (arrivals, source) = AsyncStream<Void>.makeStream()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let tool = ProbeTool(cachePolicy: .shared(for: .seconds(60))) { arguments in
            source.yield()
            for await _ in gate {}
            return arguments.word
        }
        let registry = registry(tool)
        try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
            for _ in 0..<8 { group.addTask { try await call(registry) } }
            for await _ in arrivals { break }
            opening.finish()
            for try await outcome in group {
                #expect(outcome.output.segments.text == "x" && outcome.artifacts.count == 1)
            }
        }
        #expect(tool.counter.count == 1)
    }

    /// The cache has the whole output, so each owner receives its own pages.
    @Test func aCachedOutputIsCutForEachOwner() async throws {
        let text = (0..<200).map { "line \($0) of a list" }.joined(separator: "\n")
        let tool = ProbeTool(cachePolicy: .shared(for: .seconds(60)), answer: { _ in text })
        let registry = registry(tool)
        for client in ["ann", "bob"] as [Owner] {
            let owner = OutputOwner(owner: client)
            #expect(try await call(registry, owner: owner).output.segments.text.contains("page 1 of 4"))
            let second = try await registry.call("readOn", arguments: [:], metadata: [:], owner: owner)
            #expect(second.output.segments.text.contains("page 2 of 4"))
        }
        #expect(tool.counter.count == 1)
    }
}
