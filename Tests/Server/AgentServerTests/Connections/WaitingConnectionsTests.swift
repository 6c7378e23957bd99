import SeededRandom
import Testing
import Transport

@testable import AgentServer

@Suite struct WaitingConnectionsTests {
    private func block(_ number: Int) -> AddressBlock { AddressBlock(.v4(UInt32(number))) }

    // The macro accepts no mutating calls.
    private func removeLongest(_ waiting: inout WaitingConnections<Int>, of source: AddressBlock? = nil) -> Int? {
        waiting.removeLongest(of: source)
    }

    @Test func theLongestWaitingIsRemovedFirst() {
        var waiting = WaitingConnections<Int>()
        for number in 0..<6 { waiting.append(number, number < 4 ? block(number % 2) : nil) }
        #expect(removeLongest(&waiting, of: block(1)) == 1)
        #expect(removeLongest(&waiting) == 0)
        // A request arrived and has its response, so the connection waits again.
        waiting.remove(2, block(0))
        #expect(removeLongest(&waiting, of: block(0)) == nil)
        waiting.append(2, block(0))
        waiting.append(2, block(0))
        #expect(
            [
                removeLongest(&waiting), removeLongest(&waiting), removeLongest(&waiting), removeLongest(&waiting),
                removeLongest(&waiting),
            ] == [3, 4, 5, 2, nil]
        )
        #expect(removeLongest(&waiting, of: block(0)) == nil)
    }

    @Test func anyOrderOfCallsGivesTheResultOfAPlainList() {
        var random = SeededGenerator(seed: 11)
        var waiting = WaitingConnections<Int>()
        var list: [Int] = []
        func source(_ number: Int) -> AddressBlock? { number % 4 == 3 ? nil : block(number % 4) }
        var unequal: [Int] = []
        for round in 0..<RandomRounds.count {
            let number = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                waiting.append(number, source(number))
                if !list.contains(number) { list.append(number) }
            case 1:
                waiting.remove(number, source(number))
                list.removeAll { $0 == number }
            case 2:
                let expected = list.first
                if removeLongest(&waiting) != expected { unequal.append(round) }
                list.removeAll { $0 == expected }
            default:
                guard let source = source(number) else { continue }
                let expected = list.first { $0 % 4 == number % 4 }
                if removeLongest(&waiting, of: source) != expected { unequal.append(round) }
                list.removeAll { $0 == expected }
            }
            if waiting.count != list.count { unequal.append(round) }
        }
        #expect(unequal == [])
    }
}
