import Foundation
import Testing

@testable import LanguageModels

/// The identifiers of entries, segments and requests.
@Suite struct UniqueIDTests {
    @Test func theTextIsThatOfAUUIDOfVersion4() throws {
        for _ in 0..<1000 {
            let text = UniqueID.text()
            let id = try #require(UUID(uuidString: text))
            #expect(id.uuidString == text)
            #expect(id.uuid.6 >> 4 == 4)
            #expect(id.uuid.8 >> 6 == 0b10)
        }
    }

    @Test func aUUIDHasVersion4() {
        for _ in 0..<1000 {
            let id = UniqueID.uuid()
            #expect(id.uuid.6 >> 4 == 4)
            #expect(id.uuid.8 >> 6 == 0b10)
        }
    }

    @Test func eachRandomBitHasBothValues() {
        var ones: UInt64 = 0
        var zeros: UInt64 = 0
        for _ in 0..<200 {
            let id = UniqueID.uuid().uuid
            for (index, byte) in [id.0, id.1, id.2, id.3, id.4, id.5, id.15, id.14].enumerated() {
                ones |= UInt64(byte) << (8 * UInt64(index))
                zeros |= UInt64(~byte) << (8 * UInt64(index))
            }
        }
        #expect(ones == .max)
        #expect(zeros == .max)
    }

    @Test func noTwoAreTheSame() {
        #expect(Set((0..<10_000).map { _ in UniqueID.text() }).count == 10_000)
    }
}
