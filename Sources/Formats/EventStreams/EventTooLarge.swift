/// The error of a decoder whose event or line exceeds its limit.
///
/// The stream cannot be decoded any further.
public struct EventTooLarge: Error, Hashable, CustomStringConvertible {
    /// The error in a sentence.
    public let description: String
}
