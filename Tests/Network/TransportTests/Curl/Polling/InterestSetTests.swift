import Testing

@testable import Transport

@Suite struct InterestSetTests {
    enum Step: Sendable {
        case set(InterestSet.Interest)
        case mute(Bool)
        case remove
    }

    static let rows: [([Step], [InterestSet.Change])] = [
        ([.set(.read), .set(.read), .set([])], [.add(.read), .none, .remove]),
        (
            [.set(.write), .set([.read, .write]), .set(.read)],
            [.add(.write), .modify([.read, .write]), .modify(.read)]
        ),
        ([.set([])], [.none]),
        // While the socket is muted, only writing counts.
        ([.set(.read), .mute(true), .mute(false)], [.add(.read), .remove, .add(.read)]),
        (
            [.set([.read, .write]), .mute(true), .mute(false)],
            [.add([.read, .write]), .modify(.write), .modify([.read, .write])]
        ),
        (
            [.mute(true), .set(.read), .set([.read, .write]), .mute(false)],
            [.none, .none, .add(.write), .modify([.read, .write])]
        ),
        ([.set(.read), .mute(true), .set([]), .mute(false)], [.add(.read), .remove, .none, .none]),
        // The next socket with that number starts without a state.
        ([.set(.read), .remove, .set(.read)], [.add(.read), .remove, .add(.read)]),
        ([.set(.read), .mute(true), .remove, .set(.read)], [.add(.read), .remove, .none, .add(.read)]),
    ]

    @Test(arguments: rows.indices) func table(index: Int) {
        var set = InterestSet()
        let changes = Self.rows[index].0.map { step in
            switch step {
            case .set(let interest): set.set(interest, on: 7)
            case .mute(let isMuted): set.setMuted(isMuted, 7)
            case .remove: set.remove(7)
            }
        }
        #expect(changes == Self.rows[index].1)
    }
}
