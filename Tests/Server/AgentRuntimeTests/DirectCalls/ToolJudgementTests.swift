import Accounts
import AgentTools
import AgentWire
import LanguageModels
import OwnerLiterals
import ScriptedModels
import Storage
import Testing
import ToolPhrases

@testable import AgentRuntime

/// The tools that clients and their users may call.
@Suite struct ToolJudgementTests {
    /// A tool that shows some data.
    struct DataTool: AgentTool {
        @Generable struct Arguments: Sendable {
            @Guide(description: "A word") var word: String?
        }

        var name = "show"
        let description = "Shows data"
        var data: ToolData
        /// The data for callers with an inventory of their own; `nil` for the same.
        var ownData: ToolData?
        var askedTools: [AskedTool] = []

        var phrases: ToolPhrases { ToolPhrases(tool: name, effect: .reads, examples: [:], phrases: []) }
        func data(hasOwnInventory: Bool) -> ToolData { hasOwnInventory ? ownData ?? data : data }
        @concurrent func call(arguments: Arguments) async throws -> String { name }
    }

    /// A user of the app, with the scopes of its token and those that the settings of users name.
    private static func user(
        _ scopes: Set<Scope>,
        named: Set<Scope> = [],
        _ inventory: InventorySharing = .user
    ) -> Principal {
        var user = Principal(owner: "app/anna", name: "App", scopes: scopes)
        user.setTools(ofUsers: named, inventory)
        return user
    }

    /// The scopes of a client, the data, and whether the tool may be called.
    @Test(
        arguments: [
            ([.allTools], .public, true), ([.allTools], .caller, true), ([.allTools], .operator, true),
            ([.tool("show")], .operator, true), ([.chat], .public, false), ([.tool("other")], .public, false),
        ] as [([Scope], ToolData, Bool)]
    )
    func aClientNeedsItsScopesOnly(scopes: [Scope], data: ToolData, isAllowed: Bool) {
        let sender = Principal(owner: "app", name: "App", scopes: Set(scopes))
        let tool = DataTool(data: data)
        #expect(sender.missingScope(for: tool) == (isAllowed ? nil : .tool("show")))
        #expect(sender.may(use: tool) == isAllowed && sender.sees(tool))
    }

    /// The scopes of a user's token, those of the settings, the data, and whether the tool may be called.
    @Test(
        arguments: [
            ([.allTools], [.allTools], .public, true), ([.allTools], [.allTools], .caller, true),
            ([.allTools], [.allTools], .operator, false), ([.allTools], [.allTools, .tool("show")], .operator, true),
            ([.tool("show")], [.tool("show")], .operator, true), ([.tool("show")], [.tool("show")], .public, true),
            // The client has the tool by name, and the settings say only all.
            ([.tool("show")], [.allTools], .operator, false), ([.tool("show")], [.allTools], .caller, true),
            ([.allTools], [.allTools, .tool("other")], .operator, false),
            // The token is for less than the settings name.
            ([.chat], [.tool("show")], .operator, false), ([.tool("other")], [.tool("show")], .operator, false),
            ([.chat], [.allTools], .public, false), ([], [.allTools], .caller, false),
        ] as [([Scope], [Scope], ToolData, Bool)]
    )
    func aUserNeedsANameForTheOperatorsTools(scopes: [Scope], named: [Scope], data: ToolData, isAllowed: Bool) {
        let user = Self.user(Set(scopes), named: Set(named))
        let tool = DataTool(data: data)
        #expect(user.missingScope(for: tool) == (isAllowed ? nil : .tool("show")))
        #expect(user.may(use: tool) == isAllowed && user.sees(tool) == isAllowed)
    }

    /// The sharing of the inventory, and whether `tools:*` of a user covers a tool of the inventory.
    @Test(arguments: [(.user, true), (.organization, true), (.shared, false)] as [(InventorySharing, Bool)])
    func theCommonInventoryIsTheOperators(sharing: InventorySharing, isAllowed: Bool) {
        let tool = DataTool(data: .operator, ownData: .caller)
        #expect(Self.user([.allTools], sharing).may(use: tool) == isAllowed)
        #expect(Self.user([.allTools], named: [.tool("show")], sharing).may(use: tool))
        #expect(Principal(owner: "app", name: "App", scopes: [.allTools]).may(use: tool))
    }

    /// A user needs the scopes of an aggregate and of all its members.
    @Test func everyAskedToolIsNeeded() {
        let (open, closed) = (DataTool(name: "open", data: .public), DataTool(name: "closed", data: .operator))
        let asked = [open, closed].map { AskedTool(name: $0.name, tool: $0) }
        let both = DataTool(name: "both", data: .operator, askedTools: asked)
        let needs: [(Set<Scope>, Set<Scope>, Scope?)] = [
            ([.allTools], [], .tool("both")), ([.allTools], [.tool("both")], .tool("closed")),
            ([.tool("both"), .tool("closed")], [.tool("both"), .tool("closed")], .tool("open")),
            ([.allTools], [.tool("both"), .tool("closed")], nil),
        ]
        for (scopes, named, missing) in needs {
            #expect(Self.user(scopes, named: named).missingScope(for: both) == missing)
        }
        #expect(Principal(owner: "app", name: "", scopes: [.allTools]).missingScope(for: both) == nil)
        // A member that is gone may have been the operator's.
        let gone = DataTool(name: "both", data: .public, askedTools: [AskedTool(name: "gone", tool: nil)])
        #expect(Self.user([.allTools]).missingScope(for: gone) == .tool("gone"))
    }

    @Test(
        arguments: [
            ([], .public), ([.public], .public), ([.public, .caller], .caller),
            ([.caller, .operator, .public], .operator),
        ] as [([ToolData], ToolData)]
    )
    func togetherTheStrictestCounts(parts: [ToolData], all: ToolData) {
        #expect(ToolData.together(parts) == all)
    }

    /// A tool that says nothing is the operator's.
    @Test func withoutAWordItIsTheOperators() {
        let tool = ScriptedTool()
        #expect(tool.data == .operator && tool.data(hasOwnInventory: true) == .operator)
    }

    /// A page of a cut output needs any tool, not the name of the reader.
    @Test(arguments: [([.tool("a")], true), ([.allTools], true), ([.chat, .devices], false)] as [([Scope], Bool)])
    func outputsAreReadOn(scopes: [Scope], isAllowed: Bool) throws {
        let registry = ToolRegistry([DataTool(data: .public)])
        let reader = try #require(registry.tool(named: ReadOn.toolName))
        #expect(Self.user(Set(scopes)).may(use: reader) == isAllowed)
    }

    /// The offer to a model has what the judgement allows.
    @Test func modelsAreOfferedTheSame() async throws {
        let tools = ToolRegistry([
            DataTool(name: "open", data: .public), DataTool(name: "own", data: .caller),
            DataTool(name: "closed", data: .operator),
        ])
        try await LimitedRuntime.with(ScriptedModel([]), tools: tools) { running async throws in
            func names(_ sender: Principal) throws -> [String] {
                try running.runtime.tools(nil, for: sender, at: "#/tools").names.filter { $0 != ReadOn.toolName }
            }
            let client = Principal(owner: "app", name: "", scopes: [.allTools])
            #expect(try names(client) == ["open", "own", "closed"])
            #expect(try names(Self.user([.allTools])) == ["open", "own"])
            #expect(try names(Self.user([.allTools], named: [.tool("closed")])) == ["open", "own", "closed"])
            #expect(throws: Problem.self) {
                try running.runtime.tools(["closed"], for: Self.user([.allTools]), at: "#/tools")
            }
        }
    }
}
