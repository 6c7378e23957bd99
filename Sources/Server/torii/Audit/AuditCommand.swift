import ArgumentParser

/// `torii audit`: the audit chain and its verification.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "List, verify and export the audit chain.",
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self, AuditExportCommand.self]
    )
}
