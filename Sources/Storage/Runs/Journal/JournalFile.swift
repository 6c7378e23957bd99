import Glibc

/// A file of the journal while it is written: its bytes stand in memory that belongs to the file, not to the process.
///
/// To write is to copy, without a call of the system, so nobody waits for a disk. When the process is killed, the system still has
/// what was copied (`mmap(2)`, `MAP_SHARED`). The room on the disk is taken when the file is made: a disk that is full says so then,
/// and not by a signal in the middle of a copy. What was not written is zeros, which are no entry.
struct JournalFile: ~Copyable {
    /// The least room of a file in bytes; one that begins with a larger entry has room for that.
    static let capacity = 1 << 20

    private let bytes: UnsafeMutableRawPointer
    private let capacity: Int
    private var count = 0

    /// Makes a file that must not be there yet.
    ///
    /// - Parameter room: How many bytes it must hold at least.
    /// - Throws: What went wrong, as a number of `errno(3)`.
    init(path: String, room: Int) throws(Failure) {
        capacity = max(Self.capacity, room)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        let refusal = posix_fallocate(descriptor, 0, capacity)
        guard refusal == 0 else {
            unlink(path)
            throw Failure(number: refusal)
        }
        let bytes = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let bytes, bytes != MAP_FAILED else {
            let number = errno
            unlink(path)
            throw Failure(number: number)
        }
        self.bytes = bytes
    }

    deinit { munmap(bytes, capacity) }

    /// Why a file could not be made.
    struct Failure: Error {
        let number: Int32
    }

    /// Adds bytes; false when there is no room for all of them, and then it adds none.
    mutating func append(_ new: [UInt8]) -> Bool {
        guard new.count <= capacity - count else { return false }
        new.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: bytes + count, count: new.count).copyMemory(from: $0)
        }
        count += new.count
        return true
    }
}
