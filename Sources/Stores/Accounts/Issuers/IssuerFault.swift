/// The reason why the documents of an issuer could not be read, in words for the operator.
public struct IssuerFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The event, its cause and the remedy, in full sentences.
    public let description: String

    /// Makes a fault.
    public init(_ description: String) { self.description = description }
}
