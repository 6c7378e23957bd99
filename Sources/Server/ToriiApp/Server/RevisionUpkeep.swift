import Logging
import Storage

/// The upkeep of the lists in memory: it reads a list again when another process has changed it in the store.
///
/// The look is one small query for all lists.
struct RevisionUpkeep: Sendable {
    /// The time between two looks, after which a change by another process is in memory.
    static let interval: Duration = .seconds(2)

    /// Reads a list again if it is behind the revisions.
    typealias Reload = @Sendable (StoreRevisions) async throws -> Void

    let store: any RevisionStore
    /// The lists, with their names for the log, in the order in which they are read.
    let lists: [(name: String, reload: Reload)]
    let logger: Logger

    /// Looks until the task is cancelled.
    func run() async {
        var faults: Set<String> = []
        // The interval of the looks is the reason to sleep here.
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let found = await look()
            for fault in found.keys where !faults.contains(fault) {
                logger.warning(
                    "A list in memory could not be compared with the store; changes by other processes are not seen until it can",
                    metadata: ["list": "\(fault)", "error": "\(found[fault] ?? "")"]
                )
            }
            faults = Set(found.keys)
        }
    }

    /// Looks once; returns the reasons why lists could not be read, by name.
    ///
    /// A list that cannot be read keeps no other one from being read.
    func look() async -> [String: String] {
        let revisions: StoreRevisions
        do { revisions = try await store.revisions() } catch {
            return error is CancellationError ? [:] : ["all": StoreError.reason(of: error)]
        }
        var faults: [String: String] = [:]
        for list in lists {
            do { try await list.reload(revisions) } catch is CancellationError {
                return faults
            } catch {
                faults[list.name] = StoreError.reason(of: error)
            }
        }
        return faults
    }
}
