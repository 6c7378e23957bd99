import Foundation
import LanguageModels
import Phrasebook
import Synchronization

/// A tool as the registry serves it to somebody: what it declares is kept to here, whichever tool it is.
struct ServedTool<Base: AgentTool>: AgentTool {
    let base: Base
    let owner: OutputOwner
    let cache: ToolResultCache
    let keeper: OutputKeeper

    var name: String { base.name }
    var description: String { base.description }
    var parameters: GenerationSchema { base.parameters }
    var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }
    var deadline: Duration { base.deadline }
    var phrases: ToolPhrases { base.phrases }
    var isDestructive: Bool { base.isDestructive }
    var isIdempotent: Bool { base.isIdempotent }
    var outputBudget: Int? { base.outputBudget }
    var cachePolicy: ToolCachePolicy { base.cachePolicy }
    var artifactTypes: [String] { base.artifactTypes }

    func question(for arguments: Base.Arguments, caller: Caller) -> String {
        base.question(for: arguments, caller: caller)
    }

    @concurrent func call(arguments: Base.Arguments) async throws -> String {
        let caller = Caller.current
        do {
            return withinBudget(
                try await OutputOwner.$current.withValue(owner) { try await output(for: arguments, caller) },
                caller
            )
        } catch let failure as ToolFailure {
            throw ToolFailure(withinBudget(failure.message, caller))
        }
    }

    private func withinBudget(_ text: String, _ caller: Caller) -> String {
        guard let budget = base.outputBudget else { return text }
        return keeper.beginning(of: text, budget: budget, for: owner, caller)
    }
}

// MARK: - The cache

extension ServedTool {
    @concurrent private func output(for arguments: Base.Arguments, _ caller: Caller) async throws -> String {
        let policy = base.cachePolicy
        // A call that changes something is always made, whatever the tool declares.
        guard policy.timeToLive > .zero, base.isReadOnly, !base.isDestructive else {
            return try await base.call(arguments: arguments)
        }
        let content = arguments.generatedContent
        let key = ToolResultCache.Key(
            tool: base.name,
            arguments: content.jsonString,
            locale: caller.localeIdentifier,
            timeZone: caller.timeZone.identifier,
            day: LocalDay(of: caller.now, in: caller.timeZone).description,
            owner: policy.scope == .private ? owner : nil
        )
        let context = ToolCallContext.current
        let result = try await cache.result(for: key, timeToLive: policy.timeToLive) { [base] in
            // Read anew, for a call that is shared outlives the one whose arguments these are.
            try await Self.result(of: base, Base.Arguments(content), context)
        }
        for artifact in result.artifacts { context?.attach(artifact) }
        return result.text
    }

    /// Makes a call and takes down what it attaches, instead of passing that on.
    @concurrent private static func result(
        of tool: Base,
        _ arguments: Base.Arguments,
        _ outer: ToolCallContext?
    ) async throws -> ToolResultCache.Result {
        let artifacts = AttachedArtifacts()
        let context = ToolCallContext(
            callID: outer?.callID ?? "",
            toolName: tool.name,
            metadata: outer?.metadata ?? [:],
            onArtifact: { artifacts.add($0) },
            onProgress: { outer?.report(progress: $0, note: $1) }
        )
        let text = try await ToolCallContext.$current.withValue(context) { try await tool.call(arguments: arguments) }
        return ToolResultCache.Result(text: text, artifacts: artifacts.all)
    }
}

/// What a call attaches while it runs.
private final class AttachedArtifacts: Sendable {
    private let artifacts = Mutex<[ToolArtifact]>([])

    /// In the order in which they came.
    var all: [ToolArtifact] { artifacts.withLock { $0 } }

    func add(_ artifact: ToolArtifact) { artifacts.withLock { $0.append(artifact) } }
}
