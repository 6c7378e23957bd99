import Testing

@testable import Transport

@Suite struct TransferClockTests {
    static let start = ContinuousClock.now

    enum Event: Sendable { case started, connected, received, paused, resumed }

    struct Row: Sendable {
        var events: [(Event, second: Int)]
        var total: Duration?
        var stage: HTTPTimeouts.Stage?
        var second: Int?
    }

    static let rows: [Row] = [
        Row(events: [], stage: .queue, second: 5),
        Row(events: [(.started, 3)], stage: .connect, second: 13),
        Row(events: [(.connected, 4)], stage: .firstByte, second: 24),
        Row(events: [(.connected, 4), (.received, 6)], stage: .idle, second: 36),
        Row(events: [(.connected, 4), (.received, 6), (.received, 9)], stage: .idle, second: 39),
        Row(events: [(.connected, 4), (.received, 6), (.paused, 9)]),
        Row(events: [(.connected, 4), (.received, 6), (.paused, 9), (.resumed, 99)], stage: .idle, second: 129),
        Row(events: [(.connected, 4), (.received, 6), (.resumed, 9)], stage: .idle, second: 36),
        Row(events: [], total: .seconds(4), stage: .total, second: 4),
        Row(events: [(.started, 0)], total: .seconds(5), stage: .total, second: 5),
        Row(events: [(.started, 0)], total: .seconds(15), stage: .connect, second: 10),
        Row(events: [(.connected, 1), (.received, 2), (.paused, 3)], total: .seconds(15), stage: .total, second: 15),
    ]

    @Test(arguments: rows.indices) func table(index: Int) {
        let row = Self.rows[index]
        let timeouts = HTTPTimeouts(
            connect: .seconds(10),
            firstByte: .seconds(20),
            idle: .seconds(30),
            total: row.total,
            queue: .seconds(5)
        )
        var clock = TransferClock(timeouts: timeouts, now: Self.start)
        for (event, second) in row.events {
            let now = Self.start + .seconds(second)
            switch event {
            case .started: clock.started(at: now)
            case .connected: clock.connected(at: now)
            case .received: clock.received(at: now)
            case .paused: clock.paused(at: now)
            case .resumed: clock.resumed(at: now)
            }
        }
        #expect(clock.deadline?.stage == row.stage)
        #expect(clock.deadline?.at == row.second.map { Self.start + .seconds($0) })
    }
}
