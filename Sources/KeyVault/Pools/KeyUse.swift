/// The purpose of a lease; keys may be restricted to models or tools.
public enum KeyUse: Sendable, Hashable {
    /// No particular purpose: only unrestricted keys are suitable.
    case any

    /// A call to a model, by the model's name at the upstream.
    case model(String)

    /// A call on behalf of a tool, by the tool's name.
    case tool(String)
}
