import APIDescription
import Accounts
import AgentWire
import Foundation
import Secrets
import StoredValues
import StreamingJSON

/// The sign-ins of browsers, and the one-time codes for new ones.
struct SignInAdministration: Sendable {
    /// The sign-ins; `nil` if no server runs.
    let sessions: BrowserSessions?
    let clients: Clients

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.signIns) { _ in
                let sessions = try required()
                // Other processes store uses without counting a change.
                try await sessions.reload()
                return .json(WireList(sessions.list.map(description)).jsonValue)
            },
            AdminRoute(.signInEnd) { call in
                let id = try call.parameter("session")
                guard try await required().end(id, by: call.actor) else {
                    throw Problem(.notFound, detail: "there is no sign-in '\(id.excerpt())'; it may have ended")
                }
                return .nothing
            },
            AdminRoute(.signInCode, answer: issue),
        ]
    }

    /// The reason why there is no code.
    private static func refusal(of name: String?, _ page: WebPage) -> String {
        switch (name?.excerpt(), page) {
        case (let name?, .console):
            "'\(name)' cannot sign in to the console: its tokens are revoked or expired, or it is no administrator"
        case (let name?, _):
            "'\(name)' cannot sign in to the chat page: its tokens are revoked or expired, or it is an administrator"
        case (nil, .console): "there is no administrator that can sign in to the console; create one first"
        case (nil, _): "there is no client that can sign in to the chat page; create one first"
        }
    }

    private func issue(_ call: AdminCall) async throws -> AdminReply {
        let request = try SignInCodeRequest(jsonValue: call.body ?? [:])
        let page = request.page
        let side: BrowserSession.Side = page == .console ? .admin : .client
        let id = try request.client.map { name in
            let found = clients.list().filter { $0.revokedAt == nil && $0.name.lowercased() == name.lowercased() }
            return try found.first?.id ?? clients.client(name).id
        }
        guard let issued = try required().issueCode(for: side, client: id, from: call.session) else {
            throw Problem(.conflict, detail: Self.refusal(of: request.client, page))
        }
        // Otherwise a caller could act with rights that it does not have.
        let missing = issued.client.scopes.first(where: { $0.isAdministrative && !call.scopes.cover($0) })
        if let missing {
            throw Problem(.forbidden, detail: "this token lacks the scope '\(missing)' of \(issued.client.name)")
        }
        return .created(
            WireSignInCode(
                code: issued.code.withBytes { String(decoding: $0, as: UTF8.self) },
                page: page,
                name: issued.client.name,
                expiresAt: issued.expiresAt
            ).jsonValue
        )
    }

    private func required() throws(Problem) -> BrowserSessions {
        guard let sessions else { throw .noServer }
        return sessions
    }

    private func description(_ session: BrowserSession) -> WireSignIn {
        WireSignIn(
            id: session.id,
            page: session.side == .admin ? .console : .chat,
            client: session.client,
            name: clients.holder(session.client)?.name,
            agent: session.agent,
            createdAt: session.createdAt,
            usedAt: session.usedAt,
            expiresAt: session.expiresAt
        )
    }
}
