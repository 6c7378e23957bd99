import Testing

/// The outcomes of hostile pages, search results, long outputs, titles, calendars and address books; the test prints them as a table.
@Suite(.timeLimit(.minutes(5))) struct AttackTableTests {
    @Test func whatComesOfEachAttack() async throws {
        var table = "| where | attack | what comes of it | held |\n|---|---|---|---|\n"
        for attack in Attack.pages + Attack.results + Attack.outputs + Attack.titles + Attack.accounts {
            let result = try await attack.attempt()
            #expect(result.held, "\(attack.place), \(attack.name): \(result.seen)")
            table += "| \(attack.place) | \(attack.name) | \(attack.outcome) | \(result.held ? "yes" : "NO") |\n"
        }
        print(table)
    }
}
