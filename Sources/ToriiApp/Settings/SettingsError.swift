/// A setting that cannot be used.
public struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The setting's name.
    public var name: String
    /// What is wrong with it, without its value where that is a secret.
    public var message: String

    /// The sentence that the operator reads.
    public var description: String { "\(name): \(message)" }
}
