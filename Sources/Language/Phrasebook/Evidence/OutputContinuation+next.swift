import StreamingJSON

extension OutputContinuation {
    /// Returns the call for the rest of an output; `nil` if there is no more.
    func next(after call: Turn.Call, items: ListedItems?) -> PlannedCall? {
        let output = call.output ?? ""
        var arguments = call.arguments
        if case .moreResults(let argument, let usual, let most) = source {
            let count = arguments[argument]?.intValue ?? usual
            arguments[argument] = .integer(min(most, max(count, 1) + min(usual, most)))
            return PlannedCall(tool: call.tool, arguments: arguments, subject: "")
        }
        guard let place = markers.lazy.compactMap({ output[...].lastPlace(of: $0) }).first else { return nil }
        switch source {
        case .tool(let name): return PlannedCall(tool: name, arguments: [:], subject: "")
        case .lastItem(let argument):
            guard let last = items?.numbers(in: output).last else { return nil }
            arguments[argument] = .integer(last)
        case .number(let argument):
            guard let number = Int(output[place.upperBound...].leadingDigits) else { return nil }
            arguments[argument] = .integer(number)
        case .moreResults: return nil
        }
        return PlannedCall(tool: call.tool, arguments: arguments, subject: "")
    }
}
