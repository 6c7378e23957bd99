import FoundationEssentials
import Glibc
import PrivateFiles
public import Storage
import Synchronization

/// A journal of events in files that the operating system holds in memory.
///
/// An appended entry is copied into memory that belongs to a file (``JournalFile``), which outlives the process and costs next to
/// nothing. If the machine itself loses power, the entries that the store did not have yet are lost. Each section is one or several files.
///
/// One process: a lock on a file in the folder keeps every other process out.
public final class FileJournal: EventJournal {
    private struct State: ~Copyable {
        /// The current file; `nil` until the first entry of a section is appended.
        var file: JournalFile?
        /// The number of the current file, or of the last one if there is none.
        var number = 0
        /// Whether nothing was appended in this section.
        var isEmpty = true
        /// The encoded entry; the array is kept for its memory.
        var bytes: [UInt8] = []
    }

    /// The most bytes of that memory that are kept between two entries.
    private static let mostKeptBytes = 1 << 16

    private let folder: String
    private let mayMap: Bool
    private let lock: Int32
    private let state: Mutex<State>

    /// Opens the journal in a folder and locks it until the journal is deallocated.
    ///
    /// - Throws: ``StoreError`` if another process has locked it, or the folder cannot be written.
    public convenience init(folder: String) throws(StoreError) { try self.init(folder: folder, mayMap: true) }

    /// - Parameter mayMap: As in ``JournalFile``.
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

    /// Returns the entries of all files, in the order in which they were appended.
    public func entries() -> [JournalEntry] {
        Self.numbers(in: folder).flatMap { number in
            JournalFormat.entries(in: FileManager.default.contents(atPath: path(number)).map { [UInt8]($0) } ?? [])
        }
    }

    /// Appends an entry, which outlives the process on return.
    @discardableResult
    public func append(_ entry: JournalEntry) throws(StoreError) -> JournalKeeping {
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
                // An entry after an incomplete one would not be read, so the next one is written to a new file.
                state.file = nil
                return Self.failure("written", path(state.number), error.number)
            }
        }
        if let failure { throw failure }
        return .kept
    }

    /// Creates the next file, unless there is one.
    public func reserve() throws(StoreError) {
        let failure = state.withLock { state -> StoreError? in
            guard state.file == nil else { return nil }
            state.number += 1
            do throws(JournalFile.Failure) {
                state.file = try JournalFile(path: path(state.number), room: 0, mayMap: mayMap)
                return nil
            } catch {
                return Self.failure("written", path(state.number), error.number)
            }
        }
        if let failure { throw failure }
    }

    /// Closes the current file and returns its number, or `nil` if nothing was appended since the last call.
    public func beginSection() -> Int? {
        state.withLock { state in
            guard !state.isEmpty else { return nil }
            state.file = nil
            state.isEmpty = true
            return state.number
        }
    }

    /// Deletes the files up to this number.
    public func discard(through section: Int) {
        for number in Self.numbers(in: folder) where number <= section { unlink(path(number)) }
    }

    /// Deletes the files of earlier processes.
    public func discardAll() { discard(through: state.withLock { $0.number }) }

    private func path(_ number: Int) -> String { "\(folder)/events-\(number)" }

    /// The numbers of the files, in ascending order.
    private static func numbers(in folder: String) -> [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { $0.hasPrefix("events-") ? Int($0.dropFirst(7)) : nil }.sorted()
    }

    private static func failure(_ verb: String, _ path: String, _ number: Int32) -> StoreError {
        StoreError(
            number == ENOSPC || number == EDQUOT ? .full : .unavailable,
            "The file \(path) cannot be \(verb): \(String(cString: strerror(number))). Check the disk and the owner of the folder."
        )
    }
}
