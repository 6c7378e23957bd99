/// A tool that the server offers, with what users of a client need to call it, for administrators.
public struct WireOfferedTool: WireRecord {
    /// The data that a tool shows.
    public enum DataClass: String, Sendable, CaseIterable, WireWord {
        /// Data of nobody in particular.
        case `public`
        /// The data of the caller itself.
        case caller
        /// The operator's data.
        case `operator`
    }

    /// The tool's name.
    public var tool: String
    /// The data that it shows.
    public var data: DataClass
    /// The scope to add for users; `nil` if `tools:*` is enough.
    public var scope: String?
    /// Whether users need that scope only if they share the inventory.
    public var isForSharedInventory: Bool

    /// Makes a description.
    public init(tool: String, data: DataClass, scope: String? = nil, isForSharedInventory: Bool = false) {
        (self.tool, self.data, self.scope, self.isForSharedInventory) = (tool, data, scope, isForSharedInventory)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("tool", \.tool, "The name that models know."),
        .always(
            "data",
            \.data,
            "Whose data it shows: that of nobody in particular, of the caller, or of the operator."
        ),
        .maybe("scope", \.scope, "The scope to add for users, because `tools:*` of a user does not cover the tool."),
        .unless(
            false,
            "shared_inventory",
            \.isForSharedInventory,
            "Whether users need the scope only if they share the inventory."
        )
    )
}
