import Crypto
import FoundationEssentials
import Testing

@testable import Accounts

@Suite struct TokenCacheTests {
    private let secret = SymmetricKey(size: .bits256)

    private func key(_ text: String) -> TokenCache.Key {
        TokenCache.Key(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: secret))
    }

    private func entry(_ issuer: String) -> TokenCache.Entry {
        TokenCache.Entry(token: nil, source: TokenSource(issuer: issuer, generation: 1, losses: 0))
    }

    @Test func aTokenIsFoundByItsWholeHash() {
        var cache = TokenCache()
        cache.insert(entry("a"), for: key("a"))
        let (known, other) = (cache.entry(for: key("a")), cache.entry(for: key("b")))
        #expect(known?.source.issuer == "a" && other == nil)
        #expect(key("a") == key("a") && key("a") != key("b"))
    }

    @Test func theNumberOfEntriesIsBounded() {
        var cache = TokenCache(capacity: 100)
        var most = 0
        for number in 0..<1000 {
            cache.insert(entry("\(number)"), for: key("\(number)"))
            most = max(most, cache.count)
        }
        #expect(most <= 100)
        let (last, first) = (cache.entry(for: key("999")), cache.entry(for: key("0")))
        #expect(last != nil && first == nil)
    }

    @Test func aTokenInUseStays() {
        var cache = TokenCache(capacity: 100)
        cache.insert(entry("used"), for: key("used"))
        var losses = 0
        for number in 0..<1000 {
            cache.insert(entry("\(number)"), for: key("\(number)"))
            if cache.entry(for: key("used")) == nil { losses += 1 }
        }
        #expect(losses == 0)
    }

    @Test func anEntryIsReplaced() {
        var cache = TokenCache(capacity: 2)
        for issuer in ["a", "b", "c"] { cache.insert(entry(issuer), for: key("same")) }
        let last = cache.entry(for: key("same"))
        #expect(cache.count == 1 && last?.source.issuer == "c")
    }
}
