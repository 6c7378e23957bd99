import ArgumentParser

/// `torii audit`: what was done, and whether the record of it is whole.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Verify and export the audit chain.",
        subcommands: [AuditVerifyCommand.self, AuditExportCommand.self]
    )
}
