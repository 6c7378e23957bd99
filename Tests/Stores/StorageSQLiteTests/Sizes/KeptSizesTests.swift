import OwnerLiterals
import Storage
import Testing

@testable import StorageSQLite

/// The sizes in memory, which are those of the last commit however reads and writes overlap.
@Suite struct KeptSizesTests {
    enum Step {
        case beginRead, endRead(Int), change(Int?), commit, rollBack
        /// More other rows are changed than there is room for.
        case changeOthers
    }

    private static let key = KeptSizes.Key(table: .clientSize, id: "alice")

    private static func other(_ number: Int) -> KeptSizes.Key { .init(table: .clientSize, id: "client \(number)") }

    @Test(
        arguments: [
            ([.beginRead, .endRead(1)], 1), ([.change(1)], nil), ([.change(1), .commit], 1),
            ([.change(1), .change(2), .commit], 2), ([.change(1), .rollBack, .commit], nil),
            ([.beginRead, .endRead(1), .change(2)], 1), ([.beginRead, .endRead(1), .change(2), .commit], 2),
            ([.change(1), .commit, .change(nil), .commit], nil),
            // A failed commit leaves nothing that may be wrong.
            ([.change(1), .commit, .change(2), .rollBack], nil),
            ([.beginRead, .change(2), .rollBack, .endRead(1)], nil),
            // A read that started before a commit does not undo it.
            ([.beginRead, .change(2), .commit, .endRead(1)], 2), ([.beginRead, .change(2), .endRead(1), .commit], 2),
            ([.beginRead, .change(nil), .commit, .endRead(1)], nil),
            ([.beginRead, .change(2), .commit, .changeOthers, .endRead(1)], nil),
            ([.change(1), .commit, .changeOthers], nil),
            ([.change(1), .commit, .changeOthers, .beginRead, .endRead(1)], 1),
        ] as [([Step], Int?)]
    )
    func aSizeIsThatOfTheLastCommit(steps: [Step], bytes: Int?) {
        var sizes = KeptSizes(mostRecent: 4)
        var dropCount = 0
        for step in steps {
            switch step {
            case .beginRead: dropCount = sizes.dropCount
            case .endRead(let bytes): sizes.keep([Self.key: .init(bytes: bytes)], since: dropCount)
            case .change(let bytes): sizes.change(Self.key, to: bytes.map { .init(bytes: $0) })
            case .commit: sizes.commit()
            case .rollBack: sizes.rollBack()
            case .changeOthers:
                for number in 0..<8 {
                    sizes.change(Self.other(number), to: .init(bytes: number))
                    sizes.commit()
                }
            }
        }
        let kept = sizes.sizes(of: [Self.key])
        #expect(kept?[Self.key]?.bytes == bytes)
    }

    @Test func theSizesInUseStayAndOthersLeave() {
        var sizes = KeptSizes(mostRecent: 4)
        sizes.keep([Self.key: .init(bytes: 1)], since: sizes.dropCount)
        for number in 0..<100 {
            sizes.change(Self.other(number), to: .init(bytes: number))
            sizes.commit()
            let inUse = sizes.sizes(of: [Self.key])
            #expect(inUse != nil)
        }
        let kept = (0..<100).filter { number in
            // Looking at one moves it.
            var copy = sizes
            return copy.sizes(of: [Self.other(number)]) != nil
        }
        #expect((1..<8).contains(kept.count) && kept.last == 99)
    }

    /// A request may name conversations that do not exist, with ids of any length.
    @Test func anUnknownConversationIsNotKept() {
        var sizes = KeptSizes()
        let unknown = KeptSizes.Key(table: .conversation, id: "c")
        sizes.keep([unknown: .init(), Self.key: .init()], since: sizes.dropCount)
        let (former, client) = (sizes.sizes(of: [unknown]), sizes.sizes(of: [Self.key]))
        #expect(former == nil && client?.count == 1)
        sizes.keep([unknown: .init(owner: "alice")], since: sizes.dropCount)
        let both = sizes.sizes(of: [unknown, Self.key])
        #expect(both?.count == 2)
    }
}
