/// The data that a tool shows, which decides whether a user of a client may call it.
public enum ToolData: String, Sendable, Hashable, CaseIterable {
    /// Data of nobody in particular, which all callers may see.
    case `public`

    /// Data of the caller alone.
    case caller

    /// Data of the operator, or of all callers together: a user needs a scope that names the tool.
    case `operator`
}

/// A tool that another tool asks in turn.
public struct AskedTool: Sendable {
    /// The tool's name.
    public let name: String

    /// The tool; `nil` if there is none with this name now.
    public let tool: (any AgentTool)?

    /// Makes a description of an asked tool.
    public init(name: String, tool: (any AgentTool)?) { (self.name, self.tool) = (name, tool) }

    /// The data that the tool shows; the operator's if there is no tool to say it.
    ///
    /// - Parameter hasOwnInventory: Whether the caller has an inventory apart from that of the others.
    public func data(hasOwnInventory: Bool) -> ToolData { tool?.data(hasOwnInventory: hasOwnInventory) ?? .operator }
}

extension ToolData {
    /// Returns what a tool shows that passes on all these data: the operator's if one of them is the operator's.
    public static func together(_ parts: [ToolData]) -> ToolData { allCases.last(where: parts.contains) ?? .public }
}
