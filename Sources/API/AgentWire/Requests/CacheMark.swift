/// A place in a request up to which the client wants the provider to cache it.
public struct CacheMark: Sendable, Equatable {
    /// A place.
    public enum Place: Sendable, Equatable {
        /// The end of the tools.
        case tools
        /// The end of the instructions.
        case instructions
        /// The end of one of the user's messages and tool outputs, which are counted from 0.
        case input(Int)
        /// The end of the conversation.
        case end
    }

    /// The place.
    public var place: Place
    /// Whether to keep it for the longer of the provider's times.
    public var isLong: Bool

    /// Makes a mark.
    public init(_ place: Place, isLong: Bool = false) { (self.place, self.isLong) = (place, isLong) }
}
