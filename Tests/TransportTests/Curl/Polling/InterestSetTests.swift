import Testing

@testable import Transport

@Suite struct InterestSetTests {
    enum Step: Sendable {
        case want(InterestSet.Interest)
        case mute(Bool)
        case forget
    }

    static let rows: [([Step], [InterestSet.Change])] = [
        ([.want(.read), .want(.read), .want([])], [.add(.read), .none, .remove]),
        (
            [.want(.write), .want([.read, .write]), .want(.read)],
            [.add(.write), .modify([.read, .write]), .modify(.read)]
        ),
        ([.want([])], [.none]),
        // While the socket is muted, only writing counts.
        ([.want(.read), .mute(true), .mute(false)], [.add(.read), .remove, .add(.read)]),
        (
            [.want([.read, .write]), .mute(true), .mute(false)],
            [.add([.read, .write]), .modify(.write), .modify([.read, .write])]
        ),
        (
            [.mute(true), .want(.read), .want([.read, .write]), .mute(false)],
            [.none, .none, .add(.write), .modify([.read, .write])]
        ),
        ([.want(.read), .mute(true), .want([]), .mute(false)], [.add(.read), .remove, .none, .none]),
        // The next socket with that number starts without a state.
        ([.want(.read), .forget, .want(.read)], [.add(.read), .remove, .add(.read)]),
        ([.want(.read), .mute(true), .forget, .want(.read)], [.add(.read), .remove, .none, .add(.read)]),
    ]

    @Test(arguments: rows.indices) func table(index: Int) {
        var set = InterestSet()
        let changes = Self.rows[index].0.map { step in
            switch step {
            case .want(let interest): set.want(interest, on: 7)
            case .mute(let isMuted): set.setMuted(isMuted, 7)
            case .forget: set.forget(7)
            }
        }
        #expect(changes == Self.rows[index].1)
    }
}
