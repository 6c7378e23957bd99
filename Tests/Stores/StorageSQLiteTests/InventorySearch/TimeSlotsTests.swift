import Testing

@testable import StorageSQLite

@Suite struct TimeSlotsTests {
    private let quarter: Int64 = 15 * 60 * 1000

    @Test(arguments: [0, 1_795_000_000_000 / 900_000 * 900_000] as [Int64])
    func aRangeIsTheUnionOfItsSlots(origin: Int64) throws {
        for first in 0..<20 as Range<Int64> {
            for last in first..<40 {
                let (start, end) = (origin + first * quarter, origin + last * quarter)
                let wanted = Set(try #require(TimeSlots.tokens(from: start, before: end)))
                #expect(wanted.isEmpty == (first == last))
                for slot in 0..<45 as Range<Int64> {
                    for moment in [origin + slot * quarter, origin + slot * quarter + quarter - 1] {
                        let isIn = !wanted.isDisjoint(with: TimeSlots.tokens(ofMilliseconds: moment))
                        #expect(isIn == (start <= moment && moment < end), "\(first) \(last) \(slot)")
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            (nil, 0), (0, nil), (nil, 1), (-1, 1), (-90_000_000_000_000, nil), (nil, 90_000_000_000_000),
            (80_000_000_000_000, 90_000_000_000_000), (-90_000_000_000_000, -80_000_000_000_000), (1, 2),
            (1_795_000_000_001, 1_795_000_000_002), (1_795_000_000_001, nil), (nil, 1_795_000_000_001),
        ] as [(Int64?, Int64?)]
    )
    func theSlotsOfARangeCoverAllItsTimes(start: Int64?, end: Int64?) throws {
        let wanted = Set(try #require(TimeSlots.tokens(from: start, before: end)))
        #expect(wanted.count <= 72)
        let moments: [Int64] = [
            -85_000_000_000_000, -1, 0, 1, 899_999, 900_000, 1_795_000_000_000, 1_795_000_000_001, 85_000_000_000_000,
        ]
        for moment in moments where start ?? .min <= moment && moment < end ?? .max {
            #expect(!wanted.isDisjoint(with: TimeSlots.tokens(ofMilliseconds: moment)), "\(moment)")
        }
    }

    @Test func anEmptyRangeHasNoTokens() {
        #expect(TimeSlots.tokens(from: 5, before: 5) == [])
        #expect(TimeSlots.tokens(from: 6, before: 5) == [])
        #expect(TimeSlots.tokens(from: nil, before: nil) == nil)
    }
}
