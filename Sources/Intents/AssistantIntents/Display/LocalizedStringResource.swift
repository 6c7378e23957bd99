#if canImport(FoundationEssentials)
/// A text for people, on systems whose Foundation has no localized resources: the text as written.
public struct LocalizedStringResource: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The text as written, with its interpolated values.
    public let key: String

    /// Makes a text.
    public init(_ key: String) { self.key = key }

    /// Makes a text.
    public init(stringLiteral value: String) { key = value }

    /// The text.
    public var description: String { key }

    /// The text.
    var text: String { key }
}
#else
public import struct Foundation.LocalizedStringResource

extension LocalizedStringResource {
    /// The text in the language of the process.
    var text: String { String(localized: self) }
}
#endif
