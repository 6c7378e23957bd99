package import Accounts
package import AgentTools
import LanguageModels
import Storage

/// The one judgement about the tools that a sender may call: lists, offers to models and calls follow it.
extension Principal {
    /// Returns the first scope that the sender lacks for a tool, or for a tool that it asks in turn; `nil` if it may call it.
    package func missingScope(for tool: any AgentTool) -> Scope? {
        if let scope = lacks(tool.name, tool.data(hasOwnInventory: hasOwnInventory)) { return scope }
        for asked in tool.askedTools {
            if let scope = lacks(asked.name, asked.data(hasOwnInventory: hasOwnInventory)) { return scope }
        }
        return nil
    }

    /// Whether the sender may call a tool; outputs may be read on by a sender that may call any tool.
    package func may(use tool: any AgentTool) -> Bool {
        guard tool.name == ReadOn.toolName else { return missingScope(for: tool) == nil }
        return scopes.contains { scope in
            switch scope {
            case .tool, .allTools: true
            default: false
            }
        }
    }

    /// Whether a list shows a tool to the sender: to a client all, so that its operator knows the scopes that there are.
    package func sees(_ tool: any AgentTool) -> Bool { owner.user == nil || may(use: tool) }

    private func lacks(_ name: String, _ data: ToolData) -> Scope? {
        let needed = Scope.tool(name)
        // `tools:*` of users is for the data of the public and of the user.
        let isOpen = owner.user == nil || data != .operator || operatorTools.contains(name)
        return isOpen && may(needed) ? nil : needed
    }
}

extension AgentRuntime {
    /// Returns the facts about a sender's user, for tools; `nil` for a sender without one.
    func user(of sender: Principal) -> CallerUser? {
        guard sender.owner.user != nil else { return nil }
        return CallerUser(
            subject: sender.subject,
            organization: sender.organization,
            plan: sender.plan?.name,
            shelf: clients?.shelf(of: sender) ?? (sender.hasOwnInventory ? .of(sender.owner.text) : .common),
            inventoryLimit: sender.plan?.inventoryItems,
            operatorTools: sender.operatorTools
        )
    }
}
