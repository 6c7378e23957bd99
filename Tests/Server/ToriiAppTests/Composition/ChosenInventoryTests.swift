import AgentTools
import BuiltInTools
import Storage
import StorageSQLite
import Testing
import Transport

@testable import ToriiApp

/// The inventory of the server, built in or of ZAICO, for clients and their users.
@Suite struct ChosenInventoryTests {
    private func inventory(isZaico: Bool) throws -> ChosenInventory {
        ChosenInventory(
            embedded: EmbeddedInventory(store: try SQLiteStore(path: nil)),
            zaico: ZaicoInventory(http: HTTPClient(), baseURL: "http://127.0.0.1:1") { nil },
            hasToken: { isZaico }
        )
    }

    /// ZAICO has one list for all, so a user who needs a separate one is refused, and not shown that of all.
    @Test(
        arguments: [
            (nil, nil, true, "zaico"), ("anna", .common, true, "zaico"), ("anna", nil, true, "refused"),
            ("anna", .of("app/org_1"), true, "refused"), (nil, nil, false, "embedded"),
            ("anna", nil, false, "embedded"), ("anna", .common, false, "embedded"),
        ] as [(String?, InventoryShelf?, Bool, String)]
    )
    func ownListsAreBuiltIn(user: String?, shelf: InventoryShelf?, isZaico: Bool, expected: String) async throws {
        let caller = Caller(owner: Owner(client: "app", user: user), user: CallerUser(shelf: shelf))
        let inventory = try inventory(isZaico: isZaico)
        do throws(InventoryError) {
            let chosen = try await inventory.inventory(of: caller)
            #expect((chosen is ZaicoInventory ? "zaico" : "embedded") == expected)
        } catch {
            #expect(error.kind == .notShared && expected == "refused")
        }
    }
}
