/// A part of an app's toolbox.
public enum ToolboxPart: Sendable {
    /// An action.
    case intent(any AssistantSchemaIntent.Type)
    /// A kind of things.
    case entity(any AssistantSchemaEntity.Type)
    /// A set of choices.
    case enumeration(any AssistantSchemaEnum.Type)
    /// A tool that is no schema.
    case tool(ToolboxTool)
}

/// A builder of lists of the types of a toolbox.
@resultBuilder
public enum ToolboxBuilder {
    /// Returns an action.
    public static func buildExpression(_ type: any AssistantSchemaIntent.Type) -> [ToolboxPart] { [.intent(type)] }

    /// Returns a kind of things.
    public static func buildExpression(_ type: any AssistantSchemaEntity.Type) -> [ToolboxPart] { [.entity(type)] }

    /// Returns a set of choices.
    public static func buildExpression(_ type: any AssistantSchemaEnum.Type) -> [ToolboxPart] { [.enumeration(type)] }

    /// Returns a tool.
    public static func buildExpression(_ tool: ToolboxTool) -> [ToolboxPart] { [.tool(tool)] }

    /// Returns parts that were listed elsewhere.
    public static func buildExpression(_ parts: [ToolboxPart]) -> [ToolboxPart] { parts }

    /// Returns the parts in order.
    public static func buildBlock(_ parts: [ToolboxPart]...) -> [ToolboxPart] { parts.flatMap(\.self) }

    /// Returns the parts of a condition, or none.
    public static func buildOptional(_ parts: [ToolboxPart]?) -> [ToolboxPart] { parts ?? [] }

    /// Returns the parts of the first branch.
    public static func buildEither(first parts: [ToolboxPart]) -> [ToolboxPart] { parts }

    /// Returns the parts of the second branch.
    public static func buildEither(second parts: [ToolboxPart]) -> [ToolboxPart] { parts }
}
