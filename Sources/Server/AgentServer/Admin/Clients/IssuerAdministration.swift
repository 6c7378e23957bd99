import APIDescription
import Accounts
import AgentWire
import StoredValues
import StreamingJSON

/// The issuers of tokens for the users of clients.
struct IssuerAdministration: Sendable {
    let clients: Clients
    let issuers: Issuers

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.issuers) { call in
                .json(WireList(issuers.list(of: try client(call)).map(wire)).jsonValue)
            },
            AdminRoute(.issuerAddition, answer: add),
            AdminRoute(.issuerTrial) { call in
                let request = try IssuerTrialRequest(jsonValue: call.body ?? .null)
                let trial = try await issuers.trial(of: request.token.shown, for: try client(call), by: clients)
                let reply = WireIssuerTrial(
                    isAccepted: trial.isAccepted,
                    issuer: trial.issuer,
                    steps: trial.lines,
                    result: trial.result
                )
                return .json(reply.jsonValue)
            },
            AdminRoute(.issuerCheck) { call in
                let issuer = try await issuers.check(try call.parameter("issuer"), of: try client(call))
                return .json(WireIssuerReply(issuer: wire(issuer)).jsonValue)
            },
            AdminRoute(.issuer) { call in
                let issuer = try issuers.issuer(try call.parameter("issuer"), of: try client(call))
                return .json(WireIssuerReply(issuer: wire(issuer)).jsonValue)
            },
            AdminRoute(.issuerChange, answer: change),
            AdminRoute(.issuerRemoval) { call in
                try await issuers.remove(try call.parameter("issuer"), of: try client(call), by: call.actor)
                return .nothing
            },
        ]
    }

    private func add(_ call: AdminCall) async throws -> AdminReply {
        let client = try client(call)
        let request = try IssuerRequest(jsonValue: call.body ?? .null)
        let draft = IssuerDraft(
            name: request.name,
            kind: IssuerKind(request.kind),
            settings: try Self.settings(request.settings)
        )
        let (issuer, secret) = try await issuers.add(draft, to: client, by: call.actor)
        return .created(WireIssuerReply(issuer: wire(issuer), secret: secret).jsonValue)
    }

    private func change(_ call: AdminCall) async throws -> AdminReply {
        let client = try client(call)
        let request = try IssuerChangeRequest(jsonValue: call.body ?? .null)
        let issuer = try await issuers.change(
            try call.parameter("issuer"),
            of: client,
            newName: request.name,
            settings: try request.settings.map(Self.settings),
            revision: request.revision,
            by: call.actor
        )
        return .json(WireIssuerReply(issuer: wire(issuer)).jsonValue)
    }

    /// Returns an issuer for the answer, with a warning if its client has no users yet.
    private func wire(_ issuer: IssuerDescription) -> WireIssuer {
        var wire = WireIssuer(issuer)
        if (try? clients.client(issuer.client))?.users == nil {
            wire.warnings.append(
                "The client has no users, so its tokens are refused. Switch them on with torii clients users."
            )
        }
        return wire
    }

    private static func settings(_ value: JSONValue) throws(Problem) -> JSONObject {
        guard let settings = value.objectValue else {
            throw Problem(.invalidRequest, detail: "'settings' must be an object")
        }
        return settings
    }

    /// Returns the id of the client in the path, which may be shortened; that of one in the settings unchanged.
    private func client(_ call: AdminCall) throws -> String {
        let text = try call.parameter("client")
        if text.hasPrefix("preset:") { return text }
        let id = try IDPrefix.client(text, among: clients)
        return try clients.client(id).id
    }
}

extension WireIssuer {
    fileprivate init(_ issuer: IssuerDescription) {
        self.init(
            id: issuer.id,
            name: issuer.name,
            kind: Kind(issuer.kind),
            settings: .object(issuer.settings),
            issuer: issuer.issuer,
            audiences: issuer.audiences,
            keys: issuer.keys.map { Key(id: $0.id, algorithms: $0.algorithms) },
            keysAge: issuer.keysAge.map { Int(clamping: $0.components.seconds) },
            warnings: issuer.warnings,
            createdAt: issuer.createdAt,
            changedAt: issuer.changedAt,
            revision: issuer.revision
        )
    }
}

extension WireIssuer.Kind {
    fileprivate init(_ kind: IssuerKind) {
        self =
            switch kind {
            case .openID: .openID
            case .key: .key
            case .secret: .secret
            }
    }
}

extension IssuerKind {
    fileprivate init(_ kind: WireIssuer.Kind) {
        self =
            switch kind {
            case .openID: .openID
            case .key: .key
            case .secret: .secret
            }
    }
}
