import CFileSystem
import Glibc

/// A file of the journal that is being written.
///
/// If the file system writes in place, the bytes are copied into memory that belongs to the file, not to the process. That needs no system
/// call, and when the process is killed the operating system still has the bytes (`mmap(2)`, `MAP_SHARED`). The space on the disk is
/// allocated when the file is created, so that a full disk is an error then, and not a signal in the middle of a copy. On other file
/// systems each entry is a `write(2)`. Bytes that were not written are zeros or missing, which is not a valid entry.
struct JournalFile: ~Copyable {
    /// The least size of a file in bytes; a file whose first entry is larger has space for that entry.
    static let capacity = 1 << 20

    private let descriptor: Int32
    /// The mapped memory; `nil` if entries are written by system calls.
    private let memory: UnsafeMutableRawPointer?
    private let capacity: Int
    private var count = 0

    /// A failure to create or write a file.
    struct Failure: Error {
        /// The number, as in `errno(3)`.
        let number: Int32
    }

    /// Creates a file that must not exist yet.
    ///
    /// - Parameters:
    ///   - room: The least number of bytes that the file must have space for.
    ///   - mayMap: Whether the file may be mapped; false for tests of the other way.
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

    /// Appends bytes; false, and nothing is appended, if there is not enough space for all of them.
    ///
    /// - Throws: ``Failure`` if they cannot be written. Entries that are appended after that would not be read.
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
