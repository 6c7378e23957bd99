import StreamingJSON

/// The things that a message may point at because earlier turns have named them.
struct Referents: Sendable {
    /// A way to point.
    enum Pick: Sendable, Equatable {
        /// By the place in the last list, from one.
        case position(Int)
        /// At the end of the last list.
        case last
        /// At what was spoken of last.
        case mentioned
    }

    private let items: [String: ListedItems]
    private let arguments: Set<String>
    private var lists: [String: [Int]] = [:]
    private var mentions: [String: Int] = [:]

    init(_ tools: [ToolPhrases]) {
        self.init(Dictionary(tools.compactMap { tool in tool.items.map { (tool.tool, $0) } }) { first, _ in first })
    }

    /// - Parameter items: How the outputs of tools name items, by tool.
    init(_ items: [String: ListedItems]) {
        self.items = items
        arguments = Set(items.values.map(\.argument))
    }

    /// Takes notice of what a turn has called and shown.
    mutating func note(_ turn: Turn) {
        // What was looked up on the way to the last calls is not what was spoken of.
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
            // One item that was looked at or changed leaves the list as it was shown.
            if numbers.count > 1 || called.isEmpty { lists[name] = numbers }
        }
    }

    /// Whether anything was named that can be pointed at.
    func hasAny(for argument: String) -> Bool { lists[argument] != nil || mentions[argument] != nil }

    /// The number that is pointed at; `nil` when there is nothing, or no telling which.
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
