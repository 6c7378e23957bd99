import Testing
import Transport

/// The faults of a request, row by row, and the typed error of each.
///
/// Each row prints a line, so `scripts/test --filter FaultTable` prints the table.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FaultTable {
    static let rows: [FaultRow] =
        FaultRow.connection + FaultRow.body + FaultRow.limits + FaultRow.compression + FaultRow.reuse
        + FaultRow.addresses + FaultRow.redirects

    @Test(arguments: rows) func row(_ row: FaultRow) async throws {
        try await row.check()
    }

    /// The rows that need the TLS of a real server.
    @Suite(.serialized, .needsNginx, .nginx, .timeLimit(.minutes(5))) struct OverTLS {
        @Test(arguments: FaultRow.certificates + FaultRow.http2) func row(_ row: FaultRow) async throws {
            try await row.check()
        }
    }
}

extension FaultRow {
    /// Causes the fault, compares the outcome, and sends a good request with the same client.
    func check() async throws {
        var (configuration, happen) = makeScene()
        if configuration.certificateAuthorityFile == nil {
            configuration.certificateAuthorityFile = Nginx.current?.certificates.authority
        }
        let client = HTTPClient(configuration: configuration)
        let outcome = try await happen(client)
        if let shortcoming {
            withKnownIssue(shortcoming) { compare(outcome) }
        } else {
            compare(outcome)
        }
        print(line(for: outcome))

        let healthy = RawServer(serve: HTTPClientTests.echo)
        defer { healthy.stop() }
        let answer = await client.outcome(of: HTTPRequest(.get, healthy.url(), isTrusted: true))
        guard case .answer(let text) = answer, text.hasPrefix("GET / HTTP/1.1\r\n") else {
            Issue.record("The client does not work on: \(answer)")
            return
        }
        await client.shutdown()
    }

    private func compare(_ outcome: FaultOutcome) {
        switch (expectation, outcome) {
        case (.answer(let expected), .answer(let text)):
            #expect(text == expected)
        case (.failure(let code, let isRetrySafe, let expected), .failure(let error, let received)):
            #expect(error.code == code, "\(error.code): \(error.message)")
            #expect(error.isRetrySafe == isRetrySafe, "\(error.message)")
            #expect(received == expected)
            #expect(!error.message.contains(HTTPRequest.mark))
        case (.answer, .failure(let error, _)):
            Issue.record("\(error.code): \(error.message)")
        case (.failure, .answer(let text)):
            Issue.record("The answer seemed whole: \(text.prefix(80))")
        }
    }

    /// A line of the table in Markdown.
    private func line(for outcome: FaultOutcome) -> String {
        switch outcome {
        case .answer(let text): "| \(name) | (answered) | | \(text.prefix(60)) |"
        case .failure(let error, _):
            "| \(name) | \(error.code) | \(error.isRetrySafe ? "safe" : "not safe") | \(error.message) |"
        }
    }
}
