import AgentWire
import Storage
import StorageSQLite
public import StreamingJSON

/// The result of a restore, for a person and for a script.
public struct RestoreReport: Sendable {
    let file: String
    let dataFolder: String
    let contents: DatabaseContents
    /// The end of the backup's audit chain, before the row about the restore; `nil` for a database without a vault.
    let head: AuditHead?
    /// The folder of the replaced database; `nil` if there was none.
    let formerFolder: String?
    /// The file into which the backup's master keys were installed; `nil` if that was not necessary.
    let masterKeyFile: String?

    /// The report in sentences.
    public var text: String {
        var lines = ["Restored \(file) into \(dataFolder): \(contents.summary)."]
        if let head { lines.append("Its audit chain is intact up to \(head); a row about this restore was appended.") }
        if let masterKeyFile { lines.append("The master key beside the backup is now in \(masterKeyFile).") }
        if let formerFolder {
            lines.append(
                "The replaced database is in \(formerFolder). Delete that folder when you no longer need it."
            )
        }
        return lines.joined(separator: "\n")
    }

    /// The report as JSON.
    public var jsonValue: JSONValue {
        [
            "file": .string(file),
            "data_folder": .string(dataFolder),
            "contents": contents.jsonValue,
            "audit_head": .text(head?.description),
            "former_folder": .text(formerFolder),
            "master_key_file": .text(masterKeyFile),
        ]
    }
}
