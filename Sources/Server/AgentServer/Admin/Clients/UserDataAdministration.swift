import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import KeyVault
import StreamingJSON
import ToolRecords

/// The operator's access to the data of one user of a client: a person may ask for a copy or for its erasure.
///
/// Both are rows in the audit chain, with the random id of the user.
struct UserDataAdministration: Sendable {
    let clients: Clients
    let vault: KeyVault
    let export: UserExport
    let erase: ClientAdministration.Eraser

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.userOfClientExport) { call in
                let user = try await export.user(try owner(call))
                // This is recorded first, because a reader that disconnects early has read too.
                let object = "clients/\(user.owner.client)/users/\(user.owner.user ?? "")"
                try await vault.appendAudit(call.actor, ("user.export", object, "done"))
                return .lines { write in try await export.write(user, to: write) }
            },
            AdminRoute(.userOfClientErasure) { call in
                try await erase(try owner(call), call.actor)
                return .nothing
            },
        ]
    }

    /// Returns the user in the path, of a client whose id may be shortened.
    private func owner(_ call: AdminCall) throws -> Owner {
        let text = try call.parameter("client")
        let client = try IDPrefix.client(text, among: clients)
        let user = try call.parameter("user")
        // The list of an organization belongs to no user.
        guard user.utf8.starts(with: "usr_".utf8) else {
            throw Problem(
                .notFound,
                detail: "the client has no user '\(user.excerpt())'; list its users to see their ids"
            )
        }
        return Owner(client: client, user: user)
    }
}
