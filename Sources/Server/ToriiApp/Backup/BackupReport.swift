import AgentWire
import Storage
import StorageSQLite
public import StreamingJSON

/// The result of a backup, for a person and for a script.
public struct BackupReport: Sendable {
    let file: String
    let bytes: Int
    let contents: DatabaseContents
    /// The file with the master keys; `nil` if they were not written.
    let masterKeyFile: String?
    /// The place of the master key that opens the backup's keys.
    let masterKeyPlace: String

    /// The report in sentences.
    public var text: String {
        let key =
            masterKeyFile.map {
                "The master key is in \($0). Anyone with both files can read every stored key: move one of them to another place."
            }
            ?? "The backup does not contain the master key. Keep a copy of \(masterKeyPlace) in another place: without it the keys "
            + "cannot be opened."
        return """
            Backed up to \(file), \(ByteCount(bytes)): \(contents.summary).
            \(contents.headSummary)
            \(key)
            """
    }

    /// The report as JSON.
    public var jsonValue: JSONValue {
        [
            "file": .string(file),
            "bytes": .integer(bytes),
            "contents": contents.jsonValue,
            "audit_head": .text(contents.auditHead?.description),
            "master_key_file": .text(masterKeyFile),
        ]
    }
}

extension DatabaseContents {
    /// The counts in one line, such as `3 conversations, 1 clients`.
    var summary: String { counts.map { "\($0.rows) \($0.name)" }.joined(separator: ", ") }

    /// The counts by name.
    var jsonValue: JSONValue {
        var object = JSONObject()
        for count in counts {
            object[count.name.split(separator: " ").joined(separator: "_")] = .integer(count.rows)
        }
        return .object(object)
    }

    /// A sentence with the end of the audit chain.
    var headSummary: String {
        auditHead.map {
            "The head of its audit chain: \($0). Keep it, so that torii audit verify can detect a rollback."
        } ?? "It has no audit chain."
    }
}

/// A number of bytes, shown in the unit that is easiest to read.
struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    /// Creates a count from a number that is not negative.
    init(_ bytes: Int) { self.bytes = bytes }

    var description: String {
        var (unit, amount) = ("bytes", bytes)
        for larger in ["KiB", "MiB", "GiB", "TiB"] {
            // A unit is used from 10 on, so that the number has at least two digits.
            guard amount >= 10 * 1024 else { break }
            (unit, amount) = (larger, amount / 1024)
        }
        return "\(amount) \(unit)"
    }
}
