extension GenerationOptions {
    /// A place in a request up to which the provider shall keep what it has read.
    package struct CacheMark: Sendable, Hashable {
        /// A place.
        package enum Place: Sendable, Hashable {
            /// The end of the tools.
            case tools
            /// The end of the instructions.
            case instructions
            /// The end of one of the prompts and tool outputs, which are counted from 0.
            case input(Int)
            /// The end of the conversation, wherever that is.
            case end
        }

        /// The place.
        package var place: Place
        /// Whether to keep it for the longer of the provider's times.
        package var isLong: Bool

        /// Makes a mark.
        package init(_ place: Place, isLong: Bool = false) { (self.place, self.isLong) = (place, isLong) }
    }
}
