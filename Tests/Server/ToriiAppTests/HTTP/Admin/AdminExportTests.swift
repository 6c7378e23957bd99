import Accounts
import AgentTools
import Foundation
import HTTPTypes
import Hummingbird
import KeyVault
import NIOCore
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import APIDescription
@testable import AgentServer

/// An export of an administrator ends with the permission to read it, also between two lines.
@Suite(.timeLimit(.minutes(1))) struct AdminExportTests {
    /// The ways in which a permission ends.
    enum Cause: CaseIterable { case none, revocation, scope, expiry }

    /// The lines that reached the administrator, after the first of which something happens.
    private final class Reader: ResponseBodyWriter {
        var lines: [String] = []
        private let afterFirst: () async throws -> Void

        init(afterFirst: @escaping () async throws -> Void) { self.afterFirst = afterFirst }

        func write(_ buffer: ByteBuffer) async throws {
            lines.append(String(buffer: buffer))
            if lines.count == 1 { try await afterFirst() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test(arguments: Cause.allCases) func anExportEndsWithItsPermission(_ cause: Cause) async throws {
        let store = try SQLiteStore(path: nil)
        let clients = try await Clients(store: store, vault: try await KeyVault(store: store, masterKey: .random()))
        let actor = AuditActor.torii
        let issued = try await clients.create(ClientDraft(name: "admin", scopes: [.adminClients]), by: actor)
        let token = issued.token.withBytes { String(decoding: $0, as: UTF8.self) }
        guard case .accepted(let principal) = clients.authenticate(token) else {
            Issue.record("the new token is not known")
            return
        }
        let permits = ReadingPermits(clients: clients, sessions: nil, tools: ToolCatalog(ToolRegistry([])))
        let path = "/admin/clients/:client/conversations/export"
        let endpoint = try #require(Endpoint.all.first { $0.path == path })
        let reader = Reader {
            let id = principal.owner.client
            switch cause {
            case .none: break
            case .revocation: _ = try await clients.revoke(id, by: actor)
            case .scope: _ = try await clients.update(id, ClientChange(scopes: [.adminRead]), by: actor)
            case .expiry: _ = try await clients.rotate(id, overlap: .zero, by: actor)
            }
        }
        func export() async throws {
            var writer: any ResponseBodyWriter = reader
            try await AdminInterface.relay(
                { write in for number in 1...3 { try await write(Data("\(number)\n".utf8)) } },
                to: &writer,
                for: ReadingPermit(permits, principal, nil, endpoint.access, tool: nil)
            )
        }
        if cause == .none {
            try await export()
            #expect(reader.lines == ["1\n", "2\n", "3\n"])
        } else {
            await #expect(throws: NotPermitted.self) { try await export() }
            #expect(reader.lines == ["1\n"])
        }
    }
}
