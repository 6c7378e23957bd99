import APIDescription
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
                .json(WireList(try await vault.masterKeys().map { WireMasterKey($0) }).jsonValue)
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
            let end = try await uncancelled { try await vault.rewrap(by: actor) }
            return .json(WireRewrapStep.done(WireRewrapStep.Progress(end)).jsonValue)
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
                let end = try await vault.rewrap(by: actor) { source.yield(WireRewrapStep.running(.init($0)).line) }
                source.yield(WireRewrapStep.done(.init(end)).line)
            } catch {
                let problem =
                    (error as? KeyVaultError).flatMap { Problem($0) }
                    ?? Problem(
                        .internalError,
                        detail: "an internal error stopped the rewrap; start it again to continue"
                    )
                source.yield(WireRewrapStep.stopped(problem, requestID: actor.requestID).line)
            }
            source.finish()
        }
        return lines
    }
}

extension WireRewrapStep.Progress {
    fileprivate init(_ progress: RewrapProgress) {
        self.init(
            masterKey: progress.masterKeyID,
            done: progress.done,
            total: progress.total,
            damaged: progress.damaged
        )
    }
}

extension WireMasterKey {
    fileprivate init(_ key: MasterKeyDescription) {
        self.init(id: key.id, isCurrent: key.isCurrent, isGiven: key.isConfigured, records: key.recordCount)
    }
}

extension WireRewrapStep {
    /// The step as JSON on one line.
    fileprivate var line: Data {
        var bytes: [UInt8] = []
        jsonValue.write(into: &bytes)
        return Data(bytes + [0x0A])
    }
}
