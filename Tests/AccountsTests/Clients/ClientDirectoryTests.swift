import Testing

@testable import Accounts
@testable import KeyVault

@Suite struct ClientDirectoryTests {
    @Test func overlappingChangesOfOneClientReserveSeparateNames() throws {
        var directory = ClientDirectory()
        let first = try directory.reserve(ClientName("phone"), for: "one")
        let second = try directory.reserve(ClientName("tablet"), for: "one")
        directory.release(first)
        // The second change is still being stored.
        #expect(throws: AccountsError.self) { _ = try directory.reserve(ClientName("Tablet"), for: "two") }
        let freed = try directory.reserve(ClientName("phone"), for: "two")
        directory.release(second)
        directory.release(freed)
        _ = try directory.reserve(ClientName("tablet"), for: "two")
    }
}
