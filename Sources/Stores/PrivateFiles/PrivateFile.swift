import Glibc
package import ToolRecords

/// Folders and files that only their owner may read.
package enum PrivateFile {
    /// Returns the folder of a path; `.` for a bare file name.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates a folder and the missing ones above it, each with mode 0700; an existing one is left as it is.
    package static func makeFolder(_ path: String) throws(StoreError) {
        if path == "." || path == "/" || path.isEmpty { return }
        if mkdir(path, 0o700) == 0 { return }
        if errno == ENOENT {
            try makeFolder(folder(of: path))
            if mkdir(path, 0o700) == 0 { return }
        }
        let reason = errno
        var status = stat()
        if reason == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        throw StoreError(
            .unavailable,
            "The folder \(path) cannot be made: \(String(cString: strerror(reason))). "
                + "Make it by hand, or choose another one with TORII_DATA_DIR."
        )
    }

    /// Whether a path leads to a regular file; others, such as a pipe, can make the process that opens them wait without end.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether only this user or root can have written an open file.
    package static func isOwn(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return (status.st_uid == geteuid() || status.st_uid == 0) && status.st_mode & 0o022 == 0
    }

    /// Creates an empty file with mode 0600, unless it exists.
    package static func makeFile(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw StoreError(
                .unavailable,
                "The file \(path) cannot be made: \(String(cString: strerror(errno))). "
                    + "Check that its folder may be written by this user."
            )
        }
    }
    /// Creates an empty file with mode 0600 that must not exist yet.
    package static func makeNewFile(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .unavailable,
                "The file \(path) cannot be made: \(String(cString: strerror(errno))). "
                    + "Check that its folder is there and may be written by this user."
            )
        }
        close(descriptor)
    }

    /// Waits until a file, or the entries of a folder, are on the disk.
    package static func synchronize(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw StoreError(
                .unavailable,
                "The file \(path) cannot be written to the disk: \(String(cString: strerror(errno)))."
            )
        }
    }

    /// Renames a file to its final name and waits until that is on the disk.
    /// - Parameter isReplacing: Whether an existing file of that name is replaced; otherwise it is left as it is and the call fails.
    package static func rename(_ path: String, to name: String, isReplacing: Bool) throws(StoreError) {
        // A link fails if the name exists, so of two calls that finish at the same time one is refused.
        var isNamed = isReplacing ? Glibc.rename(path, name) == 0 : link(path, name) == 0
        if !isNamed, !isReplacing, [EPERM, EOPNOTSUPP].contains(errno), access(name, F_OK) != 0 {
            // The file system has no hard links.
            isNamed = Glibc.rename(path, name) == 0
        }
        guard isNamed else {
            let reason = errno
            throw StoreError(
                .unavailable,
                reason == EEXIST
                    ? "The file \(name) already exists. Choose another name, or replace it with --force."
                    : "The file \(name) cannot be made: \(String(cString: strerror(reason))). Check the folder and its owner."
            )
        }
        if !isReplacing { unlink(path) }
        try synchronize(folder(of: name))
    }
}
