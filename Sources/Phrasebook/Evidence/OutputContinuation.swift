import StreamingJSON

/// How an output says that there is more of it, and which call brings that.
public struct OutputContinuation: Sendable, Hashable {
    /// The texts in an output that say so.
    public var markers: [String]

    /// Where the value comes from with which the tool is called again.
    public var source: Source

    /// Declares a continuation.
    public init(markers: [String], source: Source) {
        self.markers = markers
        self.source = source
    }

    /// The value with which a tool is called again.
    public enum Source: Sendable, Hashable {
        /// Another tool is called, without arguments, whichever tool the output is of.
        case tool(String)
        /// The number of the last item, as this argument; the other arguments stay.
        case lastItem(argument: String)
        /// The whole number after a marker, as this argument; the other arguments stay.
        case number(argument: String)
        /// More results than before, as this argument; the other arguments stay.
        case moreResults(argument: String, usual: Int, most: Int)
    }

    /// The call that brings what follows an output; `nil` when there is no more.
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
