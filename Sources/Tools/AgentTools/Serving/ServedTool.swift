import CalendarDays
import Foundation
import LanguageModels
import LongWork
import ToolPhrases
import StreamingJSON
import Synchronization
import Transport

/// A tool wrapped by the registry for one owner, which enforces the limits that the tool declares.
struct ServedTool<Base: AgentTool>: AgentTool {
    let base: Base
    let owner: OutputOwner
    /// The user that the tool is called for; `nil` for a call without one.
    let user: CallerUser?
    let cache: ToolResultCache
    let keeper: OutputKeeper
    /// Returns the failure of a call that may not be made now; `nil` if it may.
    let refusal: @Sendable (Caller) -> ToolFailure?

    var name: String { base.name }
    var description: String { base.description }
    var parameters: GenerationSchema { base.parameters }
    var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }
    var deadline: Duration { base.deadline }
    var phrases: ToolPhrases { base.phrases }
    var titles: [PhraseLanguage: String] { base.titles }
    var isDestructive: Bool { base.isDestructive }
    var isIdempotent: Bool { base.isIdempotent }
    var outputBudget: Int? { base.outputBudget }
    var argumentBudget: Int { base.argumentBudget }
    var cachePolicy: ToolCachePolicy { base.cachePolicy }
    var artifactTypes: [String] { base.artifactTypes }
    var exposure: ToolExposure { base.exposure }
    var searchWords: [String] { base.searchWords }
    var companions: [String] { base.companions }
    var argumentSchema: JSONValue { base.argumentSchema }
    var askedTools: [AskedTool] { base.askedTools }
    var data: ToolData { base.data }

    func data(hasOwnInventory: Bool) -> ToolData { base.data(hasOwnInventory: hasOwnInventory) }

    func question(for arguments: Base.Arguments, caller: Caller) -> String {
        base.question(for: arguments, caller: caller)
    }

    @concurrent func examine(_ arguments: Base.Arguments, caller: Caller) async throws -> String {
        try await base.examine(arguments, caller: caller)
    }

    @concurrent func call(arguments: Base.Arguments) async throws -> String {
        try await CallerUser.$current.withValue(user) { try await answer(to: arguments) }
    }

    @concurrent private func answer(to arguments: Base.Arguments) async throws -> String {
        let caller = Caller.current
        if let refusal = refusal(caller) { throw refusal }
        guard arguments.generatedContent.jsonValue.textByteCount <= base.argumentBudget else {
            throw ToolFailure(
                caller.text(
                    "The arguments are too long. Shorten them to \(base.argumentBudget) bytes in all and call \(name) again.",
                    "引数が長すぎます。全体で\(base.argumentBudget)バイト以内にして、もう一度 \(name) を呼び出してください。"
                )
            )
        }
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
        return keeper.firstPage(of: text, budget: budget, for: owner, caller)
    }
}

extension JSONValue {
    /// The size of all texts in the value, in bytes; every other value counts as eight.
    fileprivate var textByteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(8) { $0 + $1.textByteCount }
        case .object(let members): members.reduce(8) { $0 + $1.key.utf8.count + $1.value.textByteCount }
        default: 8
        }
    }
}

// MARK: - The cache

extension ServedTool {
    @concurrent private func output(for arguments: Base.Arguments, _ caller: Caller) async throws -> String {
        let policy = base.cachePolicy
        // A call that changes something is always made, whatever its tool's cache policy.
        guard policy.timeToLive > .zero, base.isReadOnly, !base.isDestructive else {
            return try await Self.text(of: base, arguments, ToolCallContext.current)
        }
        let content = arguments.generatedContent
        let key = ToolResultCache.Key(
            tool: base.name,
            arguments: content.jsonString,
            locale: caller.localeIdentifier,
            timeZone: caller.timeZone.identifier,
            day: CalendarDay(of: caller).text,
            owner: policy.scope == .private ? owner : nil,
            user: policy.scope == .private ? caller.user : nil
        )
        let context = ToolCallContext.current
        let result = try await cache.result(for: key, timeToLive: policy.timeToLive) { [base] in
            // The arguments are decoded again because a shared call may outlive the call that they came from.
            try await Self.result(of: base, Base.Arguments(content), context)
        }
        for artifact in result.artifacts { context?.attach(artifact) }
        return result.text
    }

    /// Makes a call and collects its artifacts instead of passing them on.
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
        let text = try await text(of: tool, arguments, context)
        return ToolResultCache.Result(text: text, artifacts: artifacts.all)
    }
}

// MARK: - Secrets

extension ServedTool {
    /// Makes a call; its text, artifacts, notes and failure contain no secret of its requests.
    @concurrent private static func text(
        of tool: Base,
        _ arguments: Base.Arguments,
        _ outer: ToolCallContext?
    ) async throws -> String {
        let secrets = EchoedSecrets()
        let context = outer.map { outer in
            ToolCallContext(
                callID: outer.callID,
                toolName: outer.toolName,
                metadata: outer.metadata,
                onArtifact: { outer.attach(secrets.removing(from: $0)) },
                onProgress: { outer.report(progress: $0, note: $1.map(secrets.removing)) }
            )
        }
        do {
            // The sender of a tool's answer decides how long it is read, so a thread that serves connections does not read it.
            return try await withTaskExecutorPreference(LongWork.executor) {
                let text = try await EchoedSecrets.$current.withValue(secrets) {
                    try await ToolCallContext.$current.withValue(context) { try await tool.call(arguments: arguments) }
                }
                return secrets.removing(from: text)
            }
        } catch let failure as ToolFailure {
            throw ToolFailure(secrets.removing(from: failure.message))
        }
    }
}

/// The artifacts that a call attaches while it runs.
private final class AttachedArtifacts: Sendable {
    private let artifacts = Mutex<[ToolArtifact]>([])

    /// The artifacts in the order in which they were attached.
    var all: [ToolArtifact] { artifacts.withLock { $0 } }

    func add(_ artifact: ToolArtifact) { artifacts.withLock { $0.append(artifact) } }
}
