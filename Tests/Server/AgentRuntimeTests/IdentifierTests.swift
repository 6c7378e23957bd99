import Foundation
import Testing

@testable import AgentRuntime

/// The ids of runs and conversations that clients see.
@Suite struct IdentifierTests {
    @Test func thePrefixIsFollowedByHexadecimalDigits() {
        let id = Identifier.make("run", at: Date(timeIntervalSince1970: 1_790_000_000.123))
        #expect(id.hasPrefix("run_"))
        #expect(id.count == 4 + 32)
        #expect(id.dropFirst(4).allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }

    @Test(arguments: [
        (0.0, "000000000000"), (0.001, "000000000001"), (1_700_000_000.5, "018bcfe569f4"), (-5, "000000000000"),
    ]) func theTimeComesFirst(time: Double, digits: String) {
        #expect(Identifier.make("run", at: Date(timeIntervalSince1970: time)).dropFirst(4).prefix(12) == digits)
    }

    @Test func laterIdentifiersSortLater() {
        let times = (0..<100).map { Date(timeIntervalSince1970: 1_790_000_000 + Double($0)) }
        let ids = times.map { Identifier.make("conv", at: $0) }
        #expect(ids == ids.sorted())
    }

    @Test func identifiersOfOneMomentDiffer() {
        let time = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(Set((0..<10_000).map { _ in Identifier.make("run", at: time) }).count == 10_000)
    }
}
