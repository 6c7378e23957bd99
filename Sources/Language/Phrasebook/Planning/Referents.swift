import StreamingJSON

/// The things from earlier turns to which a message may refer.
struct Referents: Sendable {
    /// A way to refer to a thing.
    enum Pick: Sendable, Equatable {
        /// By the position in the last list, starting at one.
        case position(Int)
        /// The last one of the last list.
        case last
        /// The thing mentioned last.
        case mentioned
    }

    private let items: [String: ListedItems]
    private let arguments: Set<String>
    private var lists: [String: [Int]] = [:]
    private var mentions: [String: Int] = [:]

    init(_ tools: [ToolPhrases]) {
        self.init(Dictionary(tools.compactMap { tool in tool.items.map { (tool.tool, $0) } }) { first, _ in first })
    }

    /// - Parameter items: The format in which the outputs of tools list items, by tool.
    init(_ items: [String: ListedItems]) {
        self.items = items
        arguments = Set(items.values.map(\.argument))
    }

    /// Records the calls and lists of a turn.
    mutating func record(_ turn: Turn) {
        // The intermediate lookups before the last calls are not counted as mentioned.
        let last = turn.calls.last
        let calls = turn.calls.filter { $0.tool == last?.tool && $0.arguments.count == last?.arguments.count }
        for name in arguments {
            let called = calls.compactMap { call in
                if case .integer(let number)? = call.arguments[name] { number } else { nil }
            }
            let shown = calls.flatMap { call in
                items[call.tool].flatMap { $0.argument == name ? $0 : nil }?.numbers(in: call.output ?? "") ?? []
            }
            guard let numbers = [shown, called].first(where: { !$0.isEmpty }) else { continue }
            mentions[name] = numbers.count == 1 ? numbers[0] : nil
            // Showing or changing one item does not replace the last list.
            if numbers.count > 1 || called.isEmpty { lists[name] = numbers }
        }
    }

    /// Returns whether there is any thing to refer to.
    func hasAny(for argument: String) -> Bool { lists[argument] != nil || mentions[argument] != nil }

    /// Returns the number to which a reference points; `nil` if there is none, or if it is ambiguous.
    func number(_ pick: Pick, for argument: String) -> Int? {
        switch pick {
        case .position(let position):
            guard let list = lists[argument], (1...list.count).contains(position) else { return nil }
            return list[position - 1]
        case .last: return lists[argument]?.last
        case .mentioned: return mentions[argument]
        }
    }
}
