/// A missing, invalid or unknown setting.
public struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The setting's name.
    public var name: String
    /// The problem and its remedy, without the value of a secret.
    public var message: String

    /// The name and the message, for the operator.
    public var description: String { "\(name): \(message)" }
}
