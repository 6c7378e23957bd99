import Foundation
import Secrets
import Synchronization
import Testing

@testable import Transport

/// The removal of a request's secret from its answer.
@Suite struct SecretEchoTests {
    private static let key = #"sk-C/N"A&R+Y 0123"#

    private static func spellings() -> [String] {
        let bytes = Data(key.utf8)
        return [
            key, #"sk-C/N\"A&R+Y 0123"#, #"sk-C\/N\"A&R+Y 0123"#, "sk-C/N&quot;A&amp;R+Y 0123",
            "sk-C%2FN%22A%26R%2BY%200123", "sk-C%2fN%22A%26R%2bY%200123", "sk-C/N%22A&R+Y%200123",
            escaped { "\\u00" + $0 }, escaped { "\\u00" + $0.uppercased() }, escaped { "\\\\u00" + $0 },
            escaped { "\\\\\\\\x" + $0 }, escaped { "%" + $0 }, escaped { "=" + $0.uppercased() },
            escaped { "&#x\($0);" }, escaped { "&#0\(Int($0, radix: 16) ?? 0);" },
            // A URL within a URL, and HTML within HTML.
            "sk-C%252FN%2522A%2526R%252BY%25200123", "sk-C%25252FN%22A%26R%2BY%200123", escaped { "&amp;#x\($0);" },
            "sk-C/N&amp;amp;#34;A&amp;R+Y 0123",
            #"sk-C/N\\\"A&R+Y 0123"#, "&#115;k-C/N&#34;A&amp;R&#x2B;Y 0123",
            bytes.base64EncodedString(), Data("user:\(key)".utf8).base64EncodedString(),
            Data("a:\(key)\n".utf8).base64EncodedString(), Data("ab:\(key)".utf8).base64EncodedString(),
        ]
    }

    /// The key with an escape in place of each character, from two hexadecimal digits.
    private static func escaped(_ escape: (String) -> String) -> String {
        key.utf8.map { escape(String($0, radix: 16)) }.joined()
    }

    /// Passes a text in two pieces, and returns the output.
    private static func filtered(_ text: String, cutAt place: Int, _ echo: SecretEcho) -> String {
        let filter = EchoFilter(echo)
        let bytes = Array(text.utf8)
        let passed = filter.process(Array(bytes[..<place])) + filter.process(Array(bytes[place...])) + filter.finish()
        return String(decoding: passed, as: UTF8.self)
    }

    @Test(arguments: spellings())
    func everySpellingIsRemovedWhereverItIsCut(_ spelling: String) {
        let counter = EchoCount()
        let echo = SecretEcho([SecretString(Self.key)], onEcho: { counter.count() })
        let text = "before \(spelling) after"
        let whole = echo.removing(from: text)
        #expect(whole.hasPrefix("before ") && whole.hasSuffix(" after") && whole.contains("••••"))
        // The rest of a text in base64 is less than a byte of the key, or the words around it.
        for part in [Self.key, "0123", "sk-C"] { #expect(!whole.contains(part)) }
        for place in 0...text.utf8.count { #expect(Self.filtered(text, cutAt: place, echo) == whole) }
        #expect(counter.total == text.utf8.count + 2)
    }

    @Test(arguments: [
        "sk-C", "sk-C/", "no key sk-C/N\"A&R+Y 012", "sk-sk-sk-", "", "••••", "日本語 sk-C", "100%", "a=", "\\", "a & b &",
        "&#1", "caf\\u00e9 \\u00", "\\n\\\"", "%73k-C",
    ])
    func otherTextsPassAsTheyAre(_ text: String) {
        let echo = SecretEcho([SecretString(Self.key)], onEcho: { Issue.record("no key was there") })
        #expect(echo.removing(from: text) == text)
        for place in 0...text.utf8.count { #expect(Self.filtered(text, cutAt: place, echo) == text) }
        let bytes = Array("an ordinary piece".utf8)
        let filter = EchoFilter(echo)
        // Without a copy.
        #expect(bytes.withUnsafeBufferPointer { filter.process($0) } == nil)
    }

    /// A percent sign of the key itself, in a URL and in a URL within it.
    @Test(arguments: ["key%41b-0123456", "key%2541b-0123456"])
    func aKeyWithAPercentSignIsRemoved(_ spelling: String) {
        let echo = SecretEcho([SecretString("key%41b-0123456")])
        #expect(echo.removing(from: "a \(spelling) b") == "a •••• b")
    }

    @Test func severalAndRepeatedKeysAreRemoved() {
        let echo = SecretEcho([
            SecretString("key-one-0123"), SecretString("key-one-0123-longer"), SecretString("sho2"),
        ])
        #expect(echo.removing(from: "key-one-0123key-one-0123 sho2") == "•••••••• sho2")
        #expect(echo.removing(from: "key-one-0123-longer") == "••••")
        #expect(SecretEcho([SecretString("sho2")]).isEmpty && SecretEcho([]).isEmpty)
    }

    /// A password that is a word leaves no gaps in texts, and is not readable in base64.
    @Test(arguments: [("password", true), ("passphrase-of-a", true), ("passphrase-of-me", false), ("passw0rd", false)])
    func aWordIsNoSecret(_ password: String, _ isWord: Bool) {
        let echo = SecretEcho([SecretString(password)])
        #expect(echo.removing(from: "the \(password)") == "the \(isWord ? password : "••••")")
        let pair = Data("ann:\(password)".utf8).base64EncodedString()
        #expect(echo.removing(from: pair).contains("••••"))
    }

    /// A key in JSON has parts, which are searched although the whole is cut off.
    @Test func aSecretWithinTheStartOfAnotherIsRemoved() {
        let echo = SecretEcho([SecretString(#"{"id": "ann", "part": "0123456789"}"#), SecretString("0123456789")])
        for text in [#"{"id": "ann", "part": "0123456789"#, #"{"id": "ann", "part": "0123456789" "#] {
            let clean = text.replacing("0123456789", with: "••••")
            #expect(echo.removing(from: text) == clean)
            for place in 0...text.utf8.count { #expect(Self.filtered(text, cutAt: place, echo) == clean) }
        }
    }
}

/// A count of calls.
private final class EchoCount: Sendable {
    private let state = Mutex(0)
    var total: Int { state.withLock { $0 } }
    func count() { state.withLock { $0 += 1 } }
}
