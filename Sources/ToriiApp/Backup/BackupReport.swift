import AgentServer
import Storage
import StorageSQLite
public import StreamingJSON

/// The result of a backup, for a person and for a script.
public struct BackupReport: Sendable {
    let file: String
    let bytes: Int
    let contents: DatabaseContents
    /// The file that the master keys were written to; `nil` for none.
    let masterKeyFile: String?
    /// The place of the master key that the backup's keys open with.
    let masterKeyPlace: String

    /// The report in sentences.
    public var text: String {
        let key =
            masterKeyFile.map {
                "The master key is in \($0). Whoever has both files can read every stored key: move one of them to another place."
            }
            ?? "The master key is not in it. Keep a copy of \(masterKeyPlace) in another place: without it the keys cannot be opened."
        return """
            Backed up to \(file), \(ByteCount(bytes)): \(contents.words).
            \(contents.headWords)
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
    /// The counts in a line, such as `3 conversations, 1 clients`.
    var words: String { counts.map { "\($0.rows) \($0.name)" }.joined(separator: ", ") }

    /// The counts by name.
    var jsonValue: JSONValue {
        var object = JSONObject()
        for count in counts {
            object[count.name.split(separator: " ").joined(separator: "_")] = .integer(count.rows)
        }
        return .object(object)
    }

    /// The end of the audit chain, in a sentence.
    var headWords: String {
        auditHead.map { "The head of its audit chain, to note: \($0)" } ?? "It has no audit chain."
    }
}

/// A number of bytes in the unit that people read most easily.
struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    /// Takes a number from 0 on.
    init(_ bytes: Int) { self.bytes = bytes }

    var description: String {
        var (unit, amount) = ("bytes", bytes)
        for larger in ["KiB", "MiB", "GiB", "TiB"] {
            // From ten of the larger unit on, so that the number has two digits at least.
            guard amount >= 10 * 1024 else { break }
            (unit, amount) = (larger, amount / 1024)
        }
        return "\(amount) \(unit)"
    }
}
