import KeyLeasing
import Secrets
import Testing

/// Key sources of programs without a vault.
@Suite struct KeySourceTests {
    @Test func oneKeyIsLentForEveryCall() async throws {
        let keys = KeyLease.source(of: SecretString("secret"))
        for _ in 0..<2 {
            let lease = try #require(try await keys())
            #expect(lease.secret == SecretString("secret"))
            lease.report(.refused)
        }
    }

    @Test func noKeyIsLentWithoutOne() async throws {
        #expect(try await KeyLease.source(of: nil)() == nil)
    }
}
