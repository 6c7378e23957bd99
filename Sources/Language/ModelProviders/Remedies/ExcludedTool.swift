/// A tool that the requests to a model leave out, because the provider refuses it or cannot be offered it.
public struct ExcludedTool: Sendable, Hashable {
    /// The reason why the tool is left out.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The tool's schema cannot be fitted to the provider.
        case schema
        /// The provider refused a request because of the tool.
        case refused
        /// The provider accepts fewer tools than the request offers.
        case tooMany
    }

    /// The provider's host, with its port if the address has one.
    public let host: String
    /// The model's name.
    public let model: String
    /// The tool's name in the session.
    public internal(set) var tool: String
    /// The reason.
    public let reason: Reason
}
