import Testing

@testable import StreamingJSON

@Suite struct GrowingListTests {
    @Test func itContainsTheAppendedElements() {
        var list = GrowingList<Int>()
        for number in 0..<200_000 {
            if number < 3000 || number.isMultiple(of: 4999) {
                #expect(list.count == number)
                #expect(list.isEmpty == (number == 0))
                #expect(list.array == Array(0..<number))
            }
            list.append(number)
        }
        #expect((0..<200_000).allSatisfy { list[$0] == $0 })
        #expect(list.firstIndex { $0 == 123_456 } == 123_456)
        #expect(list.firstIndex { $0 < 0 } == nil)
    }

    @Test func aCopyKeepsItsElements() {
        var list = GrowingList<UInt8>()
        var copies: [(list: GrowingList<UInt8>, count: Int)] = []
        for number in 0..<5000 {
            if number.isMultiple(of: 61) { copies.append((list, number)) }
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1)
            piece.withUnsafeBufferPointer { list.append(contentsOf: $0) }
        }
        for (copy, count) in copies {
            #expect(copy.array == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        }
    }

    @Test func elementsCanBeReplacedEverywhere() {
        var list = GrowingList<Int>()
        for number in 0..<1000 { list.append(number) }
        let before = list
        for place in [0, 31, 32, 127, 128, 999] { list[place] = -1 }
        #expect(list.array == (0..<1000).map { [0, 31, 32, 127, 128, 999].contains($0) ? -1 : $0 })
        #expect(before.array == Array(0..<1000))
    }

    @Test func longPiecesAreAppendedWhole() {
        var list = GrowingList<UInt8>()
        let piece = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        piece.withUnsafeBufferPointer { list.append(contentsOf: $0) }
        #expect(list.array == piece)
        list.removeAll()
        #expect(list.isEmpty)
        #expect(list.array == [])
    }
}
