import Glibc

/// The free space of the file system that holds a path.
public struct DiskSpace: Sendable, Equatable, CustomStringConvertible {
    /// The free bytes that this user may write.
    public var freeBytes: Int

    /// The bytes of the file system.
    public var totalBytes: Int

    /// Whether another file can be created.
    public var hasRoomForFiles: Bool

    /// The free bytes below which no turn is started: two sections of the journal, a transaction, and the log of the database.
    public static let floor = 4 << 20

    /// Whether there is too little space to start a turn.
    public var isScarce: Bool { freeBytes < Self.floor || !hasRoomForFiles }

    /// Makes a value.
    public init(freeBytes: Int, totalBytes: Int, hasRoomForFiles: Bool = true) {
        self.freeBytes = freeBytes
        self.totalBytes = totalBytes
        self.hasRoomForFiles = hasRoomForFiles
    }

    /// Asks the operating system, which costs a microsecond on a local disk; `nil` if it does not know the path.
    public init?(of path: String) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        func bytes(_ blocks: fsblkcnt_t) -> Int {
            let (product, isTooLarge) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
            return isTooLarge ? .max : Int(clamping: product)
        }
        freeBytes = bytes(status.f_bavail)
        totalBytes = bytes(status.f_blocks)
        // Some file systems have no fixed number of files and report 0 for it.
        hasRoomForFiles = status.f_files == 0 || status.f_favail > 0
    }

    /// The free and the total space, such as `3 MiB of 12 MiB are free`.
    public var description: String {
        let files = hasRoomForFiles ? "" : ", and no further file can be created"
        return "\(freeBytes >> 20) MiB of \(totalBytes >> 20) MiB are free\(files)"
    }
}
