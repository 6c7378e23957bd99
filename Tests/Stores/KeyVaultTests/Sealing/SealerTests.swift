import Foundation
import Storage
import Testing

@testable import KeyVault

@Suite struct SealerTests {
    private let plain = Array("sk-a-secret".utf8)
    private let identity = ["secret", "id", "openai"]

    @Test func sealedBytesCanBeOpened() throws {
        let sealer = Sealer(MasterKeyRing(.random()))
        let sealed = try sealer.seal(plain, identity: identity)
        #expect(sealer.open(sealed, identity: identity) == Data(plain))
        #expect(try sealer.seal(plain, identity: identity) != sealed)
    }

    @Test func changedBytesCannotBeOpened() throws {
        let sealer = Sealer(MasterKeyRing(.random()))
        let sealed = try sealer.seal(plain, identity: identity)
        for index in sealed.bytes.indices {
            var changed = sealed
            changed.bytes[index] ^= 1
            #expect(sealer.open(changed, identity: identity) == nil)
        }
        for length in 0..<sealed.bytes.count {
            let cut = SealedText(masterKeyID: sealed.masterKeyID, bytes: sealed.bytes.prefix(length))
            #expect(sealer.open(cut, identity: identity) == nil)
        }
    }

    @Test(arguments: [
        ["secret", "id", "tavily"], ["secret", "di", "openai"], ["secret", "ido", "penai"], ["secret", "id"], [],
    ])
    func anotherIdentityCannotOpenTheBytes(other: [String]) throws {
        let sealer = Sealer(MasterKeyRing(.random()))
        let sealed = try sealer.seal(plain, identity: identity)
        #expect(sealer.open(sealed, identity: other) == nil)
    }

    @Test func anotherMasterKeyCannotOpenTheBytes() throws {
        let sealed = try Sealer(MasterKeyRing(.random())).seal(plain, identity: identity)
        #expect(Sealer(MasterKeyRing(.random())).open(sealed, identity: identity) == nil)
    }

    @Test func theKeysOfARingOpenTheirBytesAndTheCurrentOneSeals() throws {
        let (old, new) = (MasterKey.random(), MasterKey.random())
        let sealer = Sealer(MasterKeyRing(old))
        let before = try sealer.seal(plain, identity: identity)
        sealer.adopt(MasterKeyRing(new, previous: [old, new]))
        let after = try sealer.seal(plain, identity: identity)
        #expect(sealer.ring.ids == [new.id, old.id])
        #expect([before, after].map(\.masterKeyID) == [old.id, new.id])
        for sealed in [before, after] { #expect(sealer.open(sealed, identity: identity) == Data(plain)) }
        // The id is part of the associated data, so text under one key cannot pass as text under another.
        #expect(sealer.open(SealedText(masterKeyID: new.id, bytes: before.bytes), identity: identity) == nil)
        sealer.adopt(MasterKeyRing(new))
        #expect(sealer.open(before, identity: identity) == nil)
    }

    @Test func listsOfNamesAreUnambiguous() {
        #expect(Identity.encoded(["ab", "c"]) != Identity.encoded(["a", "bc"]))
        #expect(Identity.encoded(["ab"]) != Identity.encoded(["ab", ""]))
    }
}
