import Glibc

/// Folders and files that only their owner may read.
package enum PrivateFile {
    /// The folder that holds a path; `.` for a bare file name.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder and the missing ones above it, each with mode 0700; one that exists is left as it is.
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

    /// Whether only this user and root can have written an open file.
    package static func isOwn(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return (status.st_uid == geteuid() || status.st_uid == 0) && status.st_mode & 0o022 == 0
    }

    /// Makes an empty file with mode 0600 unless there is one already.
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
}
