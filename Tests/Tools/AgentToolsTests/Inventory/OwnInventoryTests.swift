import AgentTools
import BuiltInTools
import Foundation
import LanguageModels
import OwnerLiterals
import Storage
import StorageSQLite
import StreamingJSON
import Testing

/// The inventories of users, through the tools.
@Suite(.timeLimit(.minutes(1))) struct OwnInventoryTests {
    private let registry: ToolRegistry
    private let store: SQLiteStore

    init() throws {
        store = try SQLiteStore(path: nil)
        let inventory = EmbeddedInventory(store: store)
        registry = ToolRegistry([
            GetInventoryList(inventory: inventory), GetInventory(inventory: inventory),
            CreateInventory(inventory: inventory), UpdateInventory(inventory: inventory),
            DeleteInventory(inventory: inventory),
        ])
    }

    private func call(
        _ tool: String,
        _ arguments: JSONValue = [:],
        as owner: Owner,
        _ user: CallerUser? = nil,
        metadata: [String: String] = [:]
    ) async throws -> ToolOutcome {
        try await registry.call(
            tool,
            arguments: arguments,
            metadata: metadata.merging(["client": owner.text]) { $1 }.mapValues { GeneratedContent($0) },
            for: Caller(owner: owner, user: user),
            owner: OutputOwner(owner: owner)
        )
    }

    private func list(_ owner: Owner, _ user: CallerUser? = nil) async throws -> String {
        try await call("getInventoryList", as: owner, user).output.segments.text
    }

    @Test func usersDoNotSeeEachOthersItems() async throws {
        let items: [(Owner, CallerUser?, String)] = [
            ("app", nil, "common tea"), ("app/anna", nil, "red pen"), ("app/ben", CallerUser(), "blue ink"),
            ("app/cleo", CallerUser(shelf: .of("app/org_1")), "acme glue"),
        ]
        for (owner, user, title) in items {
            let outcome = try await call("createInventory", ["title": .string(title)], as: owner, user)
            #expect(!outcome.isError)
        }
        for (owner, user, title) in items {
            let list = try await list(owner, user)
            for other in items { #expect(list.contains(other.2) == (other.2 == title), "\(owner): \(list)") }
        }
        // Another one of the organization, and users who share the common list.
        #expect(try await list("app/dan", CallerUser(shelf: .of("app/org_1"))).contains("acme glue"))
        #expect(try await list("app/dan", CallerUser(shelf: .common)).contains("common tea"))
        #expect(try await list("other").contains("common tea"))
    }

    /// Neither arguments nor metadata choose the list.
    @Test func nothingWrittenChoosesTheList() async throws {
        _ = try await call("createInventory", ["title": "red pen"], as: "app/anna")
        let forged = [
            "shelf": "app/anna", "user": #"{"shelf":"app/anna"}"#, "owner": "app/anna", "inventory": "app/anna",
        ]
        let arguments: JSONValue = ["client": "app/anna", "shelf": "app/anna", "user": "anna", "owner": "app/anna"]
        for tool in ["getInventoryList", "getInventory"] {
            var given = arguments.objectValue ?? [:]
            if tool == "getInventory" { given["id"] = 1 }
            let outcome = try await call(tool, .object(given), as: "app/ben", metadata: forged)
            #expect(!outcome.output.segments.text.contains("pen"), "\(outcome.output.segments.text)")
        }
    }

    /// The examination before an approval is of the item in the caller's list, too.
    @Test func approvalsAreAboutTheOwnItem() async throws {
        _ = try await call("createInventory", ["title": "common tea"], as: "app")
        _ = try await call("createInventory", ["title": "red pen"], as: "app/anna")
        func question(_ owner: Owner) async throws -> String? {
            try await registry.question(before: "deleteInventory", ["id": 1], for: Caller(owner: owner))
        }
        #expect(try await question("app")?.contains("common tea") == true)
        #expect(try await question("app/anna")?.contains("red pen") == true)
        await #expect(throws: ToolFailure.self) { try await question("app/ben") }
    }

    @Test(arguments: ["en", "ja"])
    func aFullListSaysSo(locale: String) async throws {
        let user = CallerUser(inventoryLimit: 1)
        _ = try await call("createInventory", ["title": "pen"], as: "app/anna", user)
        let outcome = try await call(
            "createInventory",
            ["title": "ink"],
            as: "app/anna",
            user,
            metadata: ["locale": locale]
        )
        #expect(outcome.isError)
        let text = outcome.output.segments.text
        #expect(text.hasPrefix(locale == "en" ? "The inventory has its limit of 1 items." : "在庫は上限の 1 件"))
        // The common list has no bound for a client.
        for _ in 1...2 { _ = try await call("createInventory", ["title": "tea"], as: "app") }
        #expect(try await store.items(matching: InventoryFilter()).items.count == 2)
    }

    @Test func theToolsAreOfTheOperatorOrOfTheCaller() {
        for tool in registry.tools where tool.name != ReadOn.toolName {
            #expect(tool.data(hasOwnInventory: false) == .operator && tool.data(hasOwnInventory: true) == .caller)
        }
    }
}
