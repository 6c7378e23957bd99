/// What a leased key is to be used for; keys may be restricted to models or tools.
public enum KeyUse: Sendable, Hashable {
    /// Nothing in particular: only keys without a restriction will do.
    case any

    /// A call to a model, by the name that the upstream knows it by.
    case model(String)

    /// A call for a tool, by the tool's name.
    case tool(String)
}
