import Secrets
import Testing

@testable import ToriiClient

@Suite(.timeLimit(.minutes(1))) struct TokenCacheTests {
    private actor Provider {
        private(set) var count = 0
        private let gate: AsyncStream<Never>

        init(gate: AsyncStream<Never>) { self.gate = gate }

        func next() async -> SecretString {
            count += 1
            let number = count
            for await _ in gate {}
            return SecretString("token \(number)")
        }
    }

    private static func open() -> AsyncStream<Never> { AsyncStream { $0.finish() } }

    @Test func aTokenIsRequestedOnceUntilItIsRefused() async throws {
        let provider = Provider(gate: Self.open())
        let cache = TokenCache { await provider.next() }
        let first = try await cache.token()
        #expect(try await cache.token() == first)
        #expect(await provider.count == 1)
        let second = try await cache.token(after: first)
        #expect(second == SecretString("token 2"))
        // Another request that was sent with the first token gets the second one, without a further request.
        #expect(try await cache.token(after: first) == second)
        #expect(await provider.count == 2)
    }

    @Test func callersShareOneRequest() async throws {
        let (gate, opening) = AsyncStream<Never>.makeStream()
        let provider = Provider(gate: gate)
        let cache = TokenCache { await provider.next() }
        let tokens = try await withThrowingTaskGroup(of: SecretString.self) { group in
            for _ in 0..<20 { group.addTask { try await cache.token() } }
            group.addTask {
                opening.finish()
                return try await cache.token()
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.allSatisfy { $0 == tokens[0] })
        #expect(await provider.count == 1)
    }

    @Test func aFailedRequestIsRepeatedByTheNextCaller() async throws {
        struct Locked: Error {}
        let provider = Provider(gate: Self.open())
        let cache = TokenCache {
            let token = await provider.next()
            if await provider.count == 1 { throw Locked() }
            return token
        }
        await #expect(throws: Locked.self) { try await cache.token() }
        #expect(try await cache.token() == SecretString("token 2"))
    }
}
