import Synchronization

/// The facts that providers reported about their own models, shared by all copies of a table.
///
/// They exist only in memory, because they are asked again at each start and no turn needs them.
public final class ToldFacts: Sendable {
    private struct State {
        var models: [String: [String: ToldModel]] = [:]
        var revision = 0
    }

    private let state = Mutex(State())

    /// Makes a record without facts.
    public init() {}

    /// A number that changes with the facts, so that a reader can keep what it has made of them.
    public var revision: Int { state.withLock { $0.revision } }

    /// Replaces everything that a provider reported.
    ///
    /// - Parameters:
    ///   - models: The provider's whole list; an empty one is not accepted, because a provider without models reports nothing.
    ///   - provider: The provider's name in the table.
    public func replace(_ models: [ToldModel], of provider: String) {
        guard !models.isEmpty else { return }
        let byName = Dictionary(models.map { (ModelTable.bare($0.name), $0) }) { first, _ in first }
        state.withLock { state in
            guard state.models[provider] != byName else { return }
            state.models[provider] = byName
            state.revision += 1
        }
    }

    /// Whether a provider's list has a model; `nil` if the provider has reported no list.
    public func lists(_ name: String, of provider: String) -> Bool? {
        state.withLock { $0.models[provider].map { $0[ModelTable.bare(name)] != nil } }
    }

    /// Returns what a provider reported about a model, by the name without its publisher and in lower case.
    func model(_ bareName: String, of provider: String) -> ToldModel? {
        state.withLock { $0.models[provider]?[bareName] }
    }
}

/// A provider's statement about one of its models.
public struct ToldModel: Sendable, Hashable {
    /// The model's name at the provider.
    public var name: String
    /// The facts that the provider reported.
    public var facts: ModelFacts
    /// Whether the provider reported that no end is planned.
    public var hasNoEnd: Bool

    /// Makes a statement.
    public init(_ name: String, _ facts: ModelFacts = ModelFacts(), hasNoEnd: Bool = false) {
        (self.name, self.facts, self.hasNoEnd) = (name, facts, hasNoEnd)
    }

    /// Replaces the facts that the provider knows better.
    func overlay(_ facts: inout ModelFacts) {
        if hasNoEnd { (facts.ends, facts.retired) = (nil, nil) }
        facts.overlay(self.facts)
    }
}
