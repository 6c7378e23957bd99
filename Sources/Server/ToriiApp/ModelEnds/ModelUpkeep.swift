import AgentRuntime
import Foundation
import KeyVault
import Logging
import ModelProviders
import ModelTable
import ServiceLifecycle
import Transport

/// The daily reading of the providers' lists of models, and the announcement of models' ends in the log.
///
/// No turn needs the lists: without a key, or after a failure, the facts of the table stay in use.
struct ModelUpkeep: Service {
    let settings: Settings
    let client: HTTPClient
    let vault: KeyVault
    let logger: Logger
    var now: @Sendable () -> Date = { Date() }

    func run() async {
        await cancelWhenGracefulShutdown {
            var nextReading: [Upstream: Date] = [:]
            var notices = ModelEndNotices()
            while !Task.isCancelled {
                for upstream in Upstream.models where nextReading[upstream] ?? .distantPast <= now() {
                    // Several servers that start together do not stay together.
                    if await read(upstream) { nextReading[upstream] = now() + .random(in: 23 * 3600...25 * 3600) }
                }
                announce(&notices)
                // The interval of the upkeep is the reason to sleep here. It is shorter than a day because a key may be added.
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }

    /// Reads the list of an upstream at its provider; false if there is no key for it.
    private func read(_ upstream: Upstream) async -> Bool {
        guard let told = settings.modelTable.told, let makeReader = upstream.modelList,
            settings.isProvidersOwn(upstream),
            // Restricted keys are not used, because the list is read for no particular model.
            let lease = try? await vault.lease(upstream.name)
        else { return false }
        do {
            let models = try await makeReader(settings.values(of: upstream), client).models(with: lease.secret)
            told.replace(models, of: upstream.name)
            logger.debug(
                "Read a provider's list of models",
                metadata: ["upstream": "\(upstream.name)", "count": .stringConvertible(models.count)]
            )
        } catch {
            logger.notice(
                "Could not read a provider's list of models; the facts of the table stay in use",
                metadata: ["upstream": "\(upstream.name)", "reason": "\(error)"]
            )
        }
        return true
    }

    private func announce(_ notices: inout ModelEndNotices) {
        let ends = ModelEnds(settings: settings, now: now)
        for ending in notices.due(ends.ending { vault.hasKeys(of: $0.name) }) {
            var metadata: Logger.Metadata = ["model": "\(ending.model)"]
            if let day = ending.end.day { metadata["ends"] = "\(day)" }
            if let left = ending.end.daysLeft { metadata["days_left"] = .stringConvertible(left) }
            if let name = ending.end.replacement { metadata["replacement"] = "\(name)" }
            if let model = ending.replacedBy { metadata["replaced_by"] = "\(model)" }
            let isUrgent = ending.end.daysLeft ?? 0 <= ModelEnds.degradedDays && ending.replacedBy == nil
            logger.log(
                level: isUrgent ? .warning : .notice,
                ending.end.isOver
                    ? "A model in use is no longer served by its provider"
                    : "A model in use will no longer be served by its provider",
                metadata: metadata
            )
        }
    }
}
