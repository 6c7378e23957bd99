import Foundation
import Testing

@testable import KeyVault

/// The labels of keys that replace each other.
@Suite struct KeyLabelTests {
    @Test(
        arguments: [
            ("OPENAI_API_KEY", [], "OPENAI_API_KEY 2026-11-28"), ("", [], "2026-11-28"),
            ("OPENAI_API_KEY 2026-03-01", [], "OPENAI_API_KEY 2026-11-28"),
            ("OPENAI_API_KEY 2026-03-01 (2)", [], "OPENAI_API_KEY 2026-11-28"), ("2026-03-01", [], "2026-11-28"),
            ("main", ["main 2026-11-28"], "main 2026-11-28 (2)"),
            ("main 2026-11-28", ["main 2026-11-28", "main 2026-11-28 (2)"], "main 2026-11-28 (3)"),
            ("v2026-03-01", [], "v2026-03-01 2026-11-28"),
        ] as [(String, Set<String>, String)]
    )
    func theDayTellsANewKeyApart(label: String, taken: Set<String>, expected: String) {
        let time = Date(timeIntervalSince1970: 1_795_824_000)
        #expect(KeyLabel.next(after: label, at: time, besides: taken) == expected)
        #expect(label.isEmpty || KeyLabel.isSame(label, expected))
    }
}
