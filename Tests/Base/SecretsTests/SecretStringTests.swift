import Secrets
import Testing

@Suite struct SecretStringTests {
    let secret = SecretString("sk-very-secret")

    @Test func itNeverPrints() {
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])", dumped] {
            #expect(!text.contains("secret"))
            #expect(text.contains("••••"))
        }
    }

    @Test func itLendsItsBytes() {
        #expect(secret.withBytes { Array($0) } == Array("sk-very-secret".utf8))
        #expect(SecretString("").isEmpty)
    }

    @Test(arguments: [("a", "a", true), ("a", "b", false), ("a", "aa", false), ("", "", true)])
    func equality(left: String, right: String, isEqual: Bool) {
        #expect((SecretString(left) == SecretString(right)) == isEqual)
    }
}
