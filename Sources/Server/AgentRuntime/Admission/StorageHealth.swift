import AgentWire
import Logging
import PrivateFiles
import Storage
import Synchronization

/// Whether turns can be stored: faults of the store and the journal, and the space of their disk.
///
/// A turn that cannot be stored is refused before its model is paid. Faults are found by the writes of runs, by a look at the disk, and
/// by the journal's reservation, and they end without any traffic, by a probe.
final class StorageHealth: Sendable {
    /// A part that can be at fault.
    enum Part: CaseIterable { case store, journal, disk }

    private let journal: (any EventJournal)?
    private let diskSpace: @Sendable () -> DiskSpace?
    private let logger: Logger
    private let faults = Mutex<[Part: StoreError]>([:])

    init(journal: (any EventJournal)?, diskSpace: @escaping @Sendable () -> DiskSpace?, logger: Logger) {
        (self.journal, self.diskSpace, self.logger) = (journal, diskSpace, logger)
    }

    /// The fault of a part; `nil` while it works.
    func fault(of part: Part) -> StoreError? { faults.withLock { $0[part] } }

    /// The faults in words for a health check, which needs no token; `nil` if there is none.
    var words: String? {
        let faults = faults.withLock { $0 }
        let words = Part.allCases.compactMap { part -> String? in
            guard let fault = faults[part] else { return nil }
            if fault.code == .full { return "the disk is full" }
            return part == .journal ? "the journal cannot be written" : "the store cannot be written"
        }
        let distinct = words.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return distinct.isEmpty ? nil : distinct.joined(separator: ", and ") + "; the server's log has the reason"
    }

    /// Records the result of writing to a part; an error that is not of this part changes nothing.
    func record(_ error: (any Error)?, of part: Part) {
        let fault = error as? StoreError
        if error != nil, fault?.code != .full, fault?.code != .unavailable { return }
        let former = faults.withLock { faults in
            defer { faults[part] = fault }
            return faults[part]
        }
        if former == nil, let fault {
            logger.error("Turns are refused, because they could not be stored", metadata: ["error": "\(fault)"])
        } else if former != nil, fault == nil {
            logger.notice("A fault of the storage is over", metadata: ["part": "\(part)"])
        }
    }

    /// Checks that the answer of a turn could be stored.
    ///
    /// - Throws: ``Problem`` when it could not.
    func check() throws(Problem) {
        if faults.withLock(\.isEmpty) {
            measureDisk()
            reserveJournal()
        }
        guard !faults.withLock(\.isEmpty) else { return }
        throw Problem(
            .overloaded,
            detail: "the server cannot store answers now, so no model was called; try again later",
            retryAfterSeconds: 5
        )
    }

    /// Looks at the disk, and at the parts that were at fault.
    ///
    /// - Parameter probe: Writes something small to the store.
    func refresh(_ probe: () async throws -> Void) async {
        measureDisk()
        if fault(of: .journal) != nil { reserveJournal() }
        guard fault(of: .store) != nil else { return }
        do {
            try await probe()
            record(nil, of: .store)
        } catch {
            record(error, of: .store)
        }
    }

    private func measureDisk() {
        guard let space = diskSpace() else { return }
        let fault = StoreError(
            .full,
            "The disk of the data folder is full: \(space). Make room; nothing else is needed."
        )
        record(space.isScarce ? fault : nil, of: .disk)
    }

    private func reserveJournal() {
        do throws(StoreError) {
            try journal?.reserve()
            record(nil, of: .journal)
        } catch {
            record(error, of: .journal)
        }
    }
}
