import StreamingJSON

/// Knows to which call each fragment belongs.
///
/// By the book, fragments are keyed by `index`, and the first one of a call has its id and name. Servers that leave out the
/// index, give every call the same one, repeat id and name on each fragment, or give no id at all, are understood as well.
struct OpenAIToolCallTable {
    private struct Call {
        var id: String
        var name = ""
        /// Arguments that came before the name.
        var held = ""
    }

    private let fallbackID: String
    private var calls: [Call] = []
    /// The call that an index means now.
    private var callByIndex: [Int: Int] = [:]
    private var callByID: [String: Int] = [:]

    init(fallbackID: String) {
        self.fallbackID = fallbackID
    }

    var isEmpty: Bool { calls.isEmpty }

    var allHaveNames: Bool { calls.allSatisfy { !$0.name.isEmpty } }

    /// Takes one element of `tool_calls`; gives nothing as long as the call has no name.
    mutating func read(_ fragment: JSONValue, position: Int) -> OpenAIChatEvent? {
        let id = fragment["id"]?.stringValue ?? ""
        let name = fragment["function"]?["name"]?.stringValue ?? ""
        let number = call(at: fragment["index"]?.intValue, position: position, id: id, beginsCall: !name.isEmpty)
        // The first name counts: those who repeat it would otherwise make it longer and longer.
        if calls[number].name.isEmpty { calls[number].name = name }
        let arguments = calls[number].held + Self.arguments(fragment["function"]?["arguments"])
        guard !calls[number].name.isEmpty else {
            calls[number].held = arguments
            return nil
        }
        calls[number].held = ""
        return .toolCall(id: calls[number].id, name: calls[number].name, arguments: arguments)
    }

    private mutating func call(at index: Int?, position: Int, id: String, beginsCall: Bool) -> Int {
        if !id.isEmpty, let known = callByID[id] { return known }
        let slot = index ?? (id.isEmpty && !beginsCall && !calls.isEmpty ? lastSlot(orAt: position) : position)
        // The same place with another id and a name is another call.
        if let known = callByIndex[slot], id.isEmpty || !beginsCall { return known }
        let number = calls.count
        calls.append(Call(id: id.isEmpty ? "call_\(fallbackID)_\(number)" : id))
        callByIndex[slot] = number
        if !id.isEmpty { callByID[id] = number }
        return number
    }

    /// Without an index and an id, a fragment goes on with the call at its position, or with the last one.
    private func lastSlot(orAt position: Int) -> Int {
        guard position == 0 else { return position }
        return callByIndex.first { $0.value == calls.count - 1 }?.key ?? position
    }

    /// A text by the book; some send the object itself.
    private static func arguments(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .object: value?.serialized() ?? ""
        default: ""
        }
    }
}
