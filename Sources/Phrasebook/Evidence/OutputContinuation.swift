import StreamingJSON

/// The sign in an output that there is more of it, and the call that returns the rest.
public struct OutputContinuation: Sendable, Hashable {
    /// The texts in an output that show it.
    public var markers: [String]

    /// The source of the value for the next call.
    public var source: Source

    /// Declares a continuation.
    public init(markers: [String], source: Source) {
        self.markers = markers
        self.source = source
    }

    /// The source of the value for the next call.
    public enum Source: Sendable, Hashable {
        /// Another tool is called, without arguments, whatever tool the output is from.
        case tool(String)
        /// The number of the last item, as this argument; the other arguments stay the same.
        case lastItem(argument: String)
        /// The whole number after a marker, as this argument; the other arguments stay the same.
        case number(argument: String)
        /// A larger number of results, as this argument; the other arguments stay the same.
        case moreResults(argument: String, usual: Int, most: Int)
    }

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
