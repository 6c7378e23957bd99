import ArgumentParser

/// `torii audit`: what was done, and whether the record of it is whole.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "List, verify and export the audit chain.",
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self, AuditExportCommand.self]
    )
}
