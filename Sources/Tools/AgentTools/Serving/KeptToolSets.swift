import LanguageModels
import Synchronization

/// The definitions of a registry's tools and its narrower registries, kept as long as the registry.
///
/// Each turn of a client narrows the server's tools in the same way, so that the turns share one set with its forms.
final class KeptToolSets: Sendable {
    /// The largest number of narrower registries, because the words of conversations select tools; others are made again.
    static let mostSubsets = 8

    private let own = Mutex<ToolSet?>(nil)
    /// The narrower registries, by whether each tool is wanted.
    private let subsets = Mutex<[[Bool]: ToolRegistry]>([:])

    /// Returns the set of all tools of the registry.
    func set(of tools: [any AgentTool]) -> ToolSet {
        if let set = own.withLock({ $0 }) { return set }
        // Outside the lock, because the types' schemas are computed by foreign code.
        let made = ToolSet(tools.map { Transcript.ToolDefinition(tool: $0) })
        return own.withLock { own in
            let first = own ?? made
            own = first
            return first
        }
    }

    /// Returns the registry of the wanted tools.
    func subset(_ wanted: [Bool], _ make: () -> ToolRegistry) -> ToolRegistry {
        if let subset = subsets.withLock({ $0[wanted] }) { return subset }
        let made = make()
        return subsets.withLock { subsets in
            if let first = subsets[wanted] { return first }
            if subsets.count >= Self.mostSubsets { subsets.removeAll() }
            subsets[wanted] = made
            return made
        }
    }
}
