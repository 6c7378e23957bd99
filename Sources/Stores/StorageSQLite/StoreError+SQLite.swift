import GRDB
import Storage

extension StoreError {
    /// Makes the message for an error of SQLite, without the statement and its values.
    init(_ error: DatabaseError, opening path: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
        let subject = path.map { "The database \($0)" } ?? "The database"
        switch error.resultCode {
        case .SQLITE_CONSTRAINT:
            self.init(
                .conflict,
                "The database already holds a row that excludes this one.",
                underlying: error,
                file: file,
                line: line
            )
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .damaged,
                "\(subject) is damaged or not a database. Put a backup in its place; nothing was overwritten.",
                underlying: error,
                file: file,
                line: line
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .unavailable,
                "\(subject) is locked by another process. Stop that one, or try again.",
                underlying: error,
                file: file,
                line: line
            )
        case .SQLITE_FULL:
            self.init(
                .full,
                "\(subject) cannot grow: the disk is full (SQLITE_FULL). Make room, then try again.",
                underlying: error,
                file: file,
                line: line
            )
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            self.init(
                .unavailable,
                "\(subject) cannot be opened for writing. Check the owner of the file and its folder.",
                underlying: error,
                file: file,
                line: line
            )
        case .SQLITE_IOERR:
            self.init(
                .unavailable,
                "\(subject) cannot be read or written (SQLITE_IOERR \(error.extendedResultCode.rawValue)). Check the disk and its "
                    + "free space.",
                underlying: error,
                file: file,
                line: line
            )
        default:
            self.init(
                .unavailable,
                "\(subject) answered with \(error.resultCode).",
                underlying: error,
                file: file,
                line: line
            )
        }
    }
}
