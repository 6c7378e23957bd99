import CFileSystem
import Glibc

/// A file of the journal while it is written.
///
/// Where the file system writes in place, the file's bytes stand in memory that belongs to the file, not to the process: to write is to
/// copy, without a call of the system, and when the process is killed the system still has what was copied (`mmap(2)`, `MAP_SHARED`).
/// The room on the disk is taken when the file is made, so that a disk that is full says so then, and not by a signal in the middle of
/// a copy. On other file systems each entry is a `write(2)`. What was not written is zeros or missing, which is no entry.
struct JournalFile: ~Copyable {
    /// The least room of a file in bytes; one that begins with a larger entry has room for that.
    static let capacity = 1 << 20

    private let descriptor: Int32
    /// `nil` where entries are written by calls.
    private let memory: UnsafeMutableRawPointer?
    private let capacity: Int
    private var count = 0

    /// Why a file could not be made or written.
    struct Failure: Error {
        /// As in `errno(3)`.
        let number: Int32
    }

    /// Makes a file that must not be there yet.
    ///
    /// - Parameters:
    ///   - room: How many bytes it must hold at least.
    ///   - mayMap: Whether its bytes may stand in memory; false for the tests of the other way.
    init(path: String, room: Int, mayMap: Bool = true) throws(Failure) {
        capacity = max(Self.capacity, room)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        do throws(Failure) {
            memory =
                mayMap && cfilesystem_writes_in_place(descriptor) != 0 ? try Self.map(descriptor, capacity) : nil
        } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        if let memory { munmap(memory, capacity) }
        close(descriptor)
    }

    private static func map(_ descriptor: Int32, _ size: Int) throws(Failure) -> UnsafeMutableRawPointer? {
        var refusal: Int32
        repeat { refusal = posix_fallocate(descriptor, 0, size) } while refusal == EINTR
        guard refusal == 0 else { throw Failure(number: refusal) }
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard memory != MAP_FAILED else { throw Failure(number: errno) }
        return memory
    }

    /// Adds bytes; false when there is no room for all of them, and then it adds none.
    ///
    /// - Throws: When they cannot be written. What is written after that would not be read.
    mutating func append(_ new: [UInt8]) throws(Failure) -> Bool {
        guard new.count <= capacity - count else { return false }
        if let memory {
            new.withUnsafeBytes { new in
                UnsafeMutableRawBufferPointer(start: memory + count, count: new.count).copyMemory(from: new)
            }
        } else {
            try write(new)
        }
        count += new.count
        return true
    }

    private func write(_ new: [UInt8]) throws(Failure) {
        var written = 0
        while written < new.count {
            let count = new.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(number: errno) }
            written += count
        }
    }
}
