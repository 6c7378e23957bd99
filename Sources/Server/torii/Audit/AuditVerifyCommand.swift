import AgentWire
import ArgumentParser
import ToriiApp

/// `torii audit verify`: the verification of the audit chain.
struct AuditVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that no row of the audit chain was changed or removed.",
        discussion: """
            Store the printed head in another place and pass it as --noted at the next check: only this detects that the whole \
            database was replaced by an older copy. The exit code is 1 if the chain is broken.
            """
    )

    @Option(help: "A head from an earlier check, such as 41:0f….")
    var noted: String?

    @Option(help: "The first row to check.")
    var fromRow: Int?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        var query: [String: String] = [:]
        query["noted"] = noted
        query["from_row"] = fromRow.map(String.init)
        try await options.withAdmin { admin in
            let call = AdminClient.Call(.get, "audit/verification", query: query)
            let verdict = try await admin.send(call, as: WireAuditVerdict.self)
            try options.print(verdict) { verdict in
                let rows = "\(verdict.rows) rows are valid"
                let head = "\nThe head: \(verdict.head ?? "")"
                return verdict.isWhole
                    ? "The audit chain is intact: \(rows)." + head
                    : "\(verdict.fault?.detail ?? "") \(rows) before it."
            }
            if !verdict.isWhole { throw ExitCode.failure }
        }
    }
}
