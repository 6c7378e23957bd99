public import ToolRecords

/// The facts about the user that a tool is called for, as the server knows them.
///
/// They are no metadata of the call, because a session stores those with the message, and the name that an issuer has for a user is kept
/// in one place only. Nothing that a model or a client writes can set them.
public struct CallerUser: Sendable, Hashable {
    /// The name that the issuer or the app's backend has for the user; `nil` if it is not known.
    public var subject: String?

    /// The organization of the user; `nil` for none.
    public var organization: String?

    /// The name of the user's plan; `nil` if it is not known.
    public var plan: String?

    /// The list of items that the user sees; `nil` for the list of the user itself.
    public var shelf: InventoryShelf?

    /// The most items of that list, if it is not the common one; `nil` for no limit.
    public var inventoryLimit: Int?

    /// The names of the tools whose data of the operator the user may see.
    public var operatorTools: Set<String>

    /// Makes the facts about a user.
    public init(
        subject: String? = nil,
        organization: String? = nil,
        plan: String? = nil,
        shelf: InventoryShelf? = nil,
        inventoryLimit: Int? = nil,
        operatorTools: Set<String> = []
    ) {
        self.subject = subject
        self.organization = organization
        self.plan = plan
        self.shelf = shelf
        self.inventoryLimit = inventoryLimit
        self.operatorTools = operatorTools
    }

    /// The user of the current task's call; `nil` for none.
    @TaskLocal static var current: CallerUser?
}

extension Caller {
    /// The id of the user; `nil` for a caller without one.
    public var userID: String? { owner?.user }

    /// The list of items that the caller sees: a user without further facts has a separate one.
    public var shelf: InventoryShelf {
        guard let owner, owner.user != nil else { return .common }
        return user?.shelf ?? .of(owner.text)
    }

    /// The most items of the caller's list; `nil` for no limit.
    public var inventoryLimit: Int? { user?.inventoryLimit }

    /// Whether the caller may see the data that a tool has from the operator: a user only if a scope names the tool.
    public func seesOperatorData(of tool: String) -> Bool {
        owner?.user == nil || user?.operatorTools.contains(tool) == true
    }
}
