import AgentWire
import Cancellation
import Foundation
import HTTPTypes
import KeyVault
import StreamingJSON

/// The administration of the vault's master keys: the number of records under each, and the rewrap under the current one.
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

    /// Reads the master keys again and seals all records under the current one.
    ///
    /// A rewrap that has started continues to its end, even if the caller disconnects.
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

    /// Returns the progress as lines.
    ///
    /// A slow reader misses lines, but never the last one.
    private func lines(by actor: AuditActor) -> AsyncStream<Data> {
        let (lines, source) = AsyncStream.makeStream(of: Data.self, bufferingPolicy: .bufferingNewest(1))
        // An unstructured task, because the rewrap must continue if the reader disconnects.
        Task {
            do {
                let end = try await vault.rewrap(by: actor) { source.yield($0.jsonValue(isDone: false).line) }
                source.yield(end.jsonValue(isDone: true).line)
            } catch {
                let problem =
                    (error as? KeyVaultError).flatMap { Problem($0) }
                    ?? Problem(
                        .internalError,
                        detail: "an internal error stopped the rewrap; start it again to continue"
                    )
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
    /// The value on one line.
    fileprivate var line: Data {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return Data(bytes + [0x0A])
    }
}
