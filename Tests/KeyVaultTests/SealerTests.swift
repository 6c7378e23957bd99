import Foundation
import Testing

@testable import KeyVault

@Suite struct SealerTests {
    private let plain = Array("sk-a-secret".utf8)
    private let identity = ["secret", "id", "openai"]

    @Test func whatIsSealedOpensAgain() throws {
        let sealer = Sealer(masterKey: .random())
        let sealed = try sealer.seal(plain, identity: identity)
        #expect(sealer.open(sealed, identity: identity) == Data(plain))
        #expect(try sealer.seal(plain, identity: identity) != sealed)
    }

    @Test func noChangedByteOpens() throws {
        let sealer = Sealer(masterKey: .random())
        let sealed = try sealer.seal(plain, identity: identity)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(sealer.open(changed, identity: identity) == nil)
        }
        for length in 0..<sealed.count { #expect(sealer.open(sealed.prefix(length), identity: identity) == nil) }
    }

    @Test(arguments: [
        ["secret", "id", "tavily"], ["secret", "di", "openai"], ["secret", "ido", "penai"], ["secret", "id"], [],
    ])
    func anotherIdentityDoesNotOpen(other: [String]) throws {
        let sealer = Sealer(masterKey: .random())
        let sealed = try sealer.seal(plain, identity: identity)
        #expect(sealer.open(sealed, identity: other) == nil)
    }

    @Test func anotherMasterKeyDoesNotOpen() throws {
        let sealed = try Sealer(masterKey: .random()).seal(plain, identity: identity)
        #expect(Sealer(masterKey: .random()).open(sealed, identity: identity) == nil)
    }

    @Test func namesCannotRunIntoEachOther() {
        #expect(Identity.encoded(["ab", "c"]) != Identity.encoded(["a", "bc"]))
        #expect(Identity.encoded(["ab"]) != Identity.encoded(["ab", ""]))
    }
}
