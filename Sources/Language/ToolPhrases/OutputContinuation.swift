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
}
