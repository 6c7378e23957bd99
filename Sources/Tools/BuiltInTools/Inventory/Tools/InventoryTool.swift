public import AgentTools

/// A tool of the inventory, which shows the operator's data, or the caller's if the caller has a separate inventory.
public protocol InventoryTool: AgentTool {}

extension InventoryTool {
    /// The operator's, unless the caller has an inventory apart from that of the others.
    public func data(hasOwnInventory: Bool) -> ToolData { hasOwnInventory ? .caller : .operator }
}
