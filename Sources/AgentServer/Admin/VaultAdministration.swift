import AgentWire
import Cancellation
import Foundation
import HTTPTypes
import KeyVault
import StreamingJSON

/// The vault's own seal: under which master keys records are, and sealing everything anew under the current one.
struct VaultAdministration: Sendable {
    let vault: KeyVault
    let masterKeys: @Sendable () throws -> MasterKeyRing

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.masterKeys) { _ in
                .json(["master_keys": .array(try await vault.masterKeys().map(\.jsonValue))])
            },
            AdminRoute(.rewrap, answer: rewrap),
        ]
    }

    /// Takes the master keys as they are now and seals everything under the current one.
    ///
    /// A re-wrap that has started continues to its end, even if its client disconnects.
    private func rewrap(_ call: AdminCall) async throws -> AdminReply {
        try call.fields([]).check()
        try await vault.adopt(try masterKeys())
        let actor = call.actor
        guard call.wantsLines else {
            let progress = try await uncancelled { try await vault.rewrap(by: actor) }
            return .json(progress.jsonValue(isDone: true))
        }
        return .lines { write in
            for await line in lines(by: actor) { try await write(line) }
        }
    }

    /// The progress line by line; a reader who is slow misses lines, but never the last one.
    private func lines(by actor: AuditActor) -> AsyncStream<Data> {
        let (lines, source) = AsyncStream.makeStream(of: Data.self, bufferingPolicy: .bufferingNewest(1))
        // A task of its own: a reader who goes away does not stop it.
        Task {
            do {
                let end = try await vault.rewrap(by: actor) { source.yield($0.jsonValue(isDone: false).line) }
                source.yield(end.jsonValue(isDone: true).line)
            } catch {
                let problem =
                    (error as? KeyVaultError).flatMap { Problem($0) }
                    ?? Problem(.internalError, detail: "the re-wrap was stopped by a fault; start it again to go on")
                let end: JSONValue = ["state": "stopped", "problem": problem.jsonValue(requestID: actor.requestID)]
                source.yield(end.line)
            }
            source.finish()
        }
        return lines
    }
}

extension RewrapProgress {
    fileprivate func jsonValue(isDone: Bool) -> JSONValue {
        [
            "state": isDone ? "done" : "running",
            "master_key": .string(masterKeyID),
            "done": .integer(done),
            "total": .integer(total),
            "damaged": .texts(damaged),
        ]
    }
}

extension MasterKeyDescription {
    fileprivate var jsonValue: JSONValue {
        [
            "id": .string(id), "current": .bool(isCurrent), "given": .bool(isConfigured),
            "records": .integer(recordCount),
        ]
    }
}

extension JSONValue {
    /// The value on a line of its own.
    fileprivate var line: Data {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return Data(bytes + [0x0A])
    }
}
