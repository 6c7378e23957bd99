import Accounts
import AgentRuntime
import Logging
import Secrets
import ServiceLifecycle

extension Services {
    /// Returns the client as which the person at this machine uses a data folder.
    ///
    /// - Parameter name: The name or the id of a client; `nil` for the holder of `TORII_CLIENT_TOKEN`, else the oldest client.
    /// - Throws: ``SettingsError`` if there is no such client, or it may not use the tools.
    func localClient(named name: String?, settings: Settings, logger: Logger) async throws -> Principal {
        if let name {
            let known = clients.list()
            guard let found = known.first(where: { $0.id == name || $0.name.lowercased() == name.lowercased() }) else {
                let names = known.prefix(20).map(\.name).joined(separator: ", ")
                throw SettingsError(
                    name: "--client",
                    message: "there is no client '\(name.prefix(80))'; "
                        + (names.isEmpty ? "'torii clients create' makes one" : "the clients are \(names)")
                )
            }
            guard let client = clients.holder(found.id) else {
                throw SettingsError(
                    name: "--client",
                    message: "the client '\(found.name)' is revoked; choose another one"
                )
            }
            return client
        }
        let preset = settings.clientToken.flatMap { token in
            clients.authenticate(token.withBytes { String(decoding: $0, as: UTF8.self) }).client
        }
        if let preset { return preset }
        if let client = oldestClient { return client }
        // The folder is new. The tokens are for a server that is started on it later.
        if case .written(let path, _) = try await firstStart.issueMissing(to: settings.firstTokensPath) {
            logger.notice("Created the first tokens; store them in a safe place", metadata: ["file": "\(path)"])
        }
        guard let client = oldestClient else {
            throw SettingsError(
                name: "--client",
                message: "there is no client that may use the tools; create one with 'torii clients create'"
            )
        }
        return client
    }

    /// The oldest client that is neither revoked nor an administrator.
    private var oldestClient: Principal? {
        clients.list().lazy.compactMap { clients.holder($0.id) }.first { $0.kind == .client }
    }

    /// Performs runs while `body` works, then ends them as a server does when it is stopped.
    ///
    /// The built-in model is not prepared, because calls of tools need no model.
    func performingRuns(grace: Duration, logger: Logger, _ body: () async -> Void) async throws {
        let runs = runtime.runs
        try await runs.recover()
        try await runtime.devices?.load()
        try await runtime.restoreWaitingRuns()
        try await runtime.recoverErasures()
        await withTaskGroup { group in
            group.addTask { await runtime.run() }
            group.addTask { await admission.run() }
            group.addTask { await revisions.run() }
            group.addTask { await KeyUpkeep(vault: vault, logger: logger).run() }
            await body()
            runs.stopAccepting()
            await withTaskGroup { end in
                end.addTask { await runs.drained() }
                end.addTask {
                    // The shutdown grace is the reason to sleep here.
                    try? await Task.sleep(for: grace)
                    if !Task.isCancelled { runs.interruptAll() }
                }
                await end.next()
                end.cancelAll()
            }
            await runs.drained()
            group.cancelAll()
        }
        do {
            try await admission.flush()
        } catch {
            logger.warning(
                "Could not save all of the clients' usage; unsaved reservations count as used at the next start",
                metadata: ["error": "\(type(of: error))"]
            )
        }
    }
}
