import LanguageModels
import ToolPhrases
import StreamingJSON
import Synchronization

/// The tools of a registry that are found by words, indexed on first use.
final class ToolSelection: Sendable {
    /// The number of tools that a message selects.
    static let bestCount = 5
    /// The number of messages after which older ones select no tools any more.
    ///
    /// They are left out in groups of this size, because each change of the tools discards what a provider has cached of the conversation.
    static let messageGroup = 20

    /// Returns the position of the first message that selects tools.
    static func start(of count: Int) -> Int { max(0, count / messageGroup - 1) * messageGroup }

    private let tools: [any AgentTool]
    private let companions: [String: [String]]
    private let companionNames: Set<String>
    private let index = Mutex<ToolIndex?>(nil)

    /// Whether there are so many tools that those without a choice of their own are found by words too.
    let isCrowded: Bool

    init(_ tools: [any AgentTool]) {
        isCrowded = tools.count { [.always, .automatic].contains($0.exposure) } > ToolRegistry.mostOffered
        self.tools = tools.filter { [isCrowded] tool in
            tool.exposure == .search || (tool.exposure == .automatic && isCrowded)
        }
        companions = Dictionary(self.tools.map { ($0.name, $0.companions) }) { first, _ in first }
        companionNames = Set(companions.values.joined())
    }

    /// Returns the names of the tools that messages select, in the order of the messages, each with its companions.
    ///
    /// A tool that an earlier message selected stays selected, so that what a provider has cached of the conversation stays valid and a
    /// repetition of the turn offers the same tools.
    func names(for messages: [String]) -> [String] {
        guard !tools.isEmpty else { return [] }
        let index = index.withLock { index in
            let made = index ?? ToolIndex(tools.map(entry))
            index = made
            return made
        }
        var seen: Set<String> = []
        return messages[Self.start(of: messages.count)...].flatMap { index.search($0, limit: Self.bestCount) }
            .flatMap { [$0.name] + (companions[$0.name] ?? []) }.filter { seen.insert($0).inserted }
    }

    private func entry(_ tool: any AgentTool) -> ToolIndex.Entry {
        // The arguments of a look-up for other tools, such as a text and a limit, say nothing about its topic.
        let isCompanion = companionNames.contains(tool.name)
        let properties = isCompanion ? [:] : tool.parameters.jsonValue["properties"]?.objectValue ?? [:]
        return ToolIndex.Entry(
            name: tool.name,
            description: tool.description,
            arguments: properties.map { "\($0.key) \($0.value["description"]?.stringValue ?? "")" },
            keywords: tool.searchWords + tool.phrases.examples.values
        )
    }
}

extension ToolRegistry {
    /// The number of tools above which models choose worse, so that declared tools are offered by the words of the conversation.
    ///
    /// Anthropic's documentation of tool search names 30 to 50 tools.
    static let mostOffered = 30

    /// Returns a registry of the tools that a model sees in a turn: those that are always offered, those that messages of the conversation
    /// select by their words, and those that were called before.
    ///
    /// - Parameters:
    ///   - messages: The person's messages, the latest last.
    ///   - called: The names of the tools that the conversation has calls of.
    public func offered(for messages: [String], called: Set<String>) -> ToolRegistry {
        guard tools.contains(where: { $0.exposure != .always }) else { return self }
        let isCrowded = selection.isCrowded
        let selected = called.union(selection.names(for: messages))
        return narrowed { name in
            guard let tool = tool(named: name) else { return false }
            return switch tool.exposure {
            case .always: true
            case .automatic: !isCrowded || selected.contains(name)
            case .search: selected.contains(name)
            case .never: false
            }
        }
    }
}
