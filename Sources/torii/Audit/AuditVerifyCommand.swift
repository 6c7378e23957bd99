import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii audit verify`: whether every row is there as it was written.
struct AuditVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that every row of the audit chain is there as it was written.",
        discussion: """
            Note the head that is printed somewhere else, and hand it in at the next check: only so is it seen when the whole \
            database was replaced by an older copy. The exit code is 1 when a row does not fit.
            """
    )

    @Option(help: "A head that was noted at an earlier check, such as 41:0f….")
    var noted: String?

    @Option(help: "The first row to check.")
    var fromRow: Int?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        var query: [String: String] = [:]
        query["noted"] = noted
        query["from_row"] = fromRow.map(String.init)
        try await options.console { console in
            let verdict = try await console.send(.init(.get, "audit/verification", query: query))
            let isWhole = verdict["whole"] == true
            try await options.print(verdict) { verdict in
                let rows = "\(verdict.cell("rows")) rows fit"
                let head = "\nThe head to note: \(verdict.cell("head"))"
                return isWhole
                    ? "The audit chain is whole: \(rows)." + head
                    : "\((verdict["fault"] ?? .null).cell("detail")) \(rows) before it."
            }
            if !isWhole { throw ExitCode.failure }
        }
    }
}
