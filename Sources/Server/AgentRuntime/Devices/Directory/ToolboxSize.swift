/// The size of a toolbox or of several.
struct ToolboxSize: Sendable, Equatable {
    /// The bytes of the registration as JSON text.
    var bytes = 0
    /// The number of tools that the app declares itself.
    var tools = 0

    /// The most that all toolboxes of a client have together.
    static let most = ToolboxSize(bytes: 8 << 20, tools: 400)

    static func + (left: Self, right: Self) -> Self {
        ToolboxSize(bytes: left.bytes + right.bytes, tools: left.tools + right.tools)
    }

    /// Whether it is within another size.
    func fits(in other: ToolboxSize) -> Bool { bytes <= other.bytes && tools <= other.tools }
}
