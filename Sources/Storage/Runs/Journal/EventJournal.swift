import FoundationEssentials
import Glibc
import Synchronization

/// Files that keep what clients were shown until the store has it.
///
/// The store takes events once a second, for a transaction that is on the disk costs too much for each token. A reader who was
/// shown an event must find it again after the process was killed, though, or it would be told another event under the same number.
/// So what is shown is first written here: into memory of the system's (``JournalFile``), which outlives the process and costs next to
/// nothing. When the machine itself loses power, what the store did not have yet is lost.
public final class EventJournal: Sendable {
    private struct State: ~Copyable {
        /// The file that is written; `nil` until there is something to write.
        var file: JournalFile?
        /// Its number, or that of the last one.
        var number = 0
        /// Whether nothing was written since the last rotation.
        var isEmpty = true
        /// What is being written; it stays for its memory.
        var bytes: [UInt8] = []
    }

    /// So much of that memory stays.
    private static let mostKeptBytes = 1 << 16

    private let folder: String
    private let mayMap: Bool
    private let lock: Int32
    private let state: Mutex<State>

    /// Opens the journal in a folder and keeps all others out of it until the journal goes.
    ///
    /// - Throws: ``StoreError`` when another process has it, or the folder cannot be written.
    public convenience init(folder: String) throws(StoreError) { try self.init(folder: folder, mayMap: true) }

    /// - Parameter mayMap: As of ``JournalFile``.
    init(folder: String, mayMap: Bool) throws(StoreError) {
        try PrivateFile.makeFolder(folder)
        let path = "\(folder)/lock"
        let lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Self.failure("opened", path, errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw StoreError(
                .unavailable,
                "Another Torii uses the folder \(PrivateFile.folder(of: folder)). Stop it, or choose another one with TORII_DATA_DIR."
            )
        }
        self.folder = folder
        self.mayMap = mayMap
        self.lock = lock
        state = Mutex(State(number: Self.numbers(in: folder).last ?? 0))
    }

    deinit { close(lock) }

    /// What an earlier process was not able to store, in the order in which it was shown.
    public func entries() -> [JournalEntry] {
        Self.numbers(in: folder).flatMap { number in
            JournalFormat.entries(in: FileManager.default.contents(atPath: path(number)).map { [UInt8]($0) } ?? [])
        }
    }

    /// Writes an entry; on return it outlives the process.
    ///
    /// - Throws: ``StoreError`` when the disk is full.
    public func append(_ entry: JournalEntry) throws(StoreError) {
        let failure = state.withLock { state -> StoreError? in
            state.isEmpty = false
            state.bytes.removeAll(keepingCapacity: state.bytes.capacity <= Self.mostKeptBytes)
            JournalFormat.append(entry, to: &state.bytes)
            do throws(JournalFile.Failure) {
                if try state.file?.append(state.bytes) == true { return nil }
                state.file = nil
                state.number += 1
                var file = try JournalFile(path: path(state.number), room: state.bytes.count, mayMap: mayMap)
                _ = try file.append(state.bytes)
                state.file = consume file
                return nil
            } catch {
                // What follows would not be read, or would stand before what is missing: go on in a new file.
                state.file = nil
                return Self.failure("written", path(state.number), error.number)
            }
        }
        if let failure { throw failure }
    }

    /// Goes on in a new file; tells the last of the files before, or `nil` when nothing was written since.
    public func rotate() -> Int? {
        state.withLock { state in
            guard !state.isEmpty else { return nil }
            state.file = nil
            state.isEmpty = true
            return state.number
        }
    }

    /// Deletes the files up to this one: the store has all that is in them.
    public func discard(upTo last: Int) {
        for number in Self.numbers(in: folder) where number <= last { unlink(path(number)) }
    }

    /// Deletes all files of earlier processes.
    public func discardAll() { discard(upTo: state.withLock { $0.number }) }

    private func path(_ number: Int) -> String { "\(folder)/events-\(number)" }

    /// The files' numbers, in order.
    private static func numbers(in folder: String) -> [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { $0.hasPrefix("events-") ? Int($0.dropFirst(7)) : nil }.sorted()
    }

    private static func failure(_ verb: String, _ path: String, _ number: Int32) -> StoreError {
        StoreError(
            .unavailable,
            "The file \(path) cannot be \(verb): \(String(cString: strerror(number))). Check the disk and who owns the folder."
        )
    }
}
