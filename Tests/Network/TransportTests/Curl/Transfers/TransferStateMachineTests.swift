import Testing

@testable import Transport

/// The machine without tasks, threads or libcurl: its waiters are strings.
@Suite struct TransferStateMachineTests {
    typealias Machine = TransferStateMachine<String, String, String>

    static let cancelled = TransportError(.cancelled, "cancelled")
    static let broken = TransportError(.body, "broken")

    enum Step: Sendable {
        case start, cancel, head, receive(Int), read, finish, breakOff
        /// A listener is registered; the driver delivers to it; it answers a piece; it is ready again.
        case listen, deliver, answer(HTTPBodyDemand), release
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [Step]
        var outcome: [String]

        init(_ name: String, _ steps: [Step], _ outcome: [String]) {
            testDescription = name
            self.steps = steps
            self.outcome = outcome
        }
    }

    static let rows: [Row] = [
        Row(
            "a whole answer",
            [.start, .head, .read, .receive(3), .receive(2), .read, .finish, .read],
            ["submit", "head", "wait", "to reader", "store", "2 bytes", "-", "end"]
        ),
        Row(
            "the end arrives while the reader waits",
            [.start, .head, .read, .finish],
            ["submit", "head", "wait", "end reader"]
        ),
        Row(
            "bytes before a fault are still read",
            [.start, .head, .receive(4), .breakOff, .read, .read],
            ["submit", "head", "store", "-", "4 bytes", "fail body"]
        ),
        Row(
            "a fault while the reader waits",
            [.start, .head, .read, .breakOff],
            ["submit", "head", "wait", "fail reader body"]
        ),
        Row("a fault before the header", [.start, .breakOff, .read], ["submit", "fail sender body", "fail body"]),
        Row("an end before the header is a fault", [.start, .finish], ["submit", "fail sender firstByte"]),
        Row(
            "a listener receives the bytes of one step as one piece, then the end",
            [.start, .head, .listen, .receive(3), .receive(2), .deliver, .answer(.more), .deliver, .finish],
            ["submit", "head", "-", "for listener", "store", "5 bytes to listener", "-", "-", "end reader"]
        ),
        Row(
            "a late listener receives the stored bytes",
            [.start, .head, .receive(3), .listen, .deliver, .answer(.more)],
            ["submit", "head", "store", "deliver", "3 bytes to listener", "-"]
        ),
        Row(
            "a listener after the end receives the stored bytes, then the end",
            [.start, .head, .receive(3), .breakOff, .listen, .deliver, .answer(.more), .deliver],
            ["submit", "head", "store", "-", "deliver", "3 bytes to listener", "-", "end reader body"]
        ),
        Row(
            "bytes before the end are delivered before it",
            [.start, .head, .listen, .receive(3), .finish, .deliver, .answer(.more), .deliver],
            ["submit", "head", "-", "for listener", "-", "3 bytes to listener", "-", "end reader"]
        ),
        Row(
            "a listener that holds receives nothing until its release",
            [
                .start, .head, .listen, .receive(3), .deliver, .answer(.hold), .receive(2), .deliver, .release,
                .deliver,
                .answer(.more), .finish,
            ],
            [
                "submit", "head", "-", "for listener", "3 bytes to listener", "-", "store", "-", "deliver",
                "2 bytes to listener", "-", "end reader",
            ]
        ),
        Row(
            "a listener that is released before it holds continues",
            [.start, .head, .listen, .receive(3), .deliver, .release, .answer(.hold), .receive(2), .deliver],
            [
                "submit", "head", "-", "for listener", "3 bytes to listener", "-", "-", "for listener",
                "2 bytes to listener",
            ]
        ),
        Row(
            "the end waits for a listener that holds",
            [.start, .head, .listen, .receive(3), .deliver, .answer(.hold), .finish, .deliver, .release, .deliver],
            ["submit", "head", "-", "for listener", "3 bytes to listener", "-", "-", "-", "deliver", "end reader"]
        ),
        Row(
            "after a listener answers done, the rest can be read",
            [.start, .head, .listen, .receive(3), .deliver, .answer(.done), .receive(2), .read, .finish, .read],
            [
                "submit", "head", "-", "for listener", "3 bytes to listener", "resume reader", "store", "2 bytes", "-",
                "end",
            ]
        ),
        Row(
            "a full window pauses, and resumes when the listener received it",
            [.start, .head, .listen, .receive(6), .receive(6), .deliver, .answer(.more)],
            ["submit", "head", "-", "for listener", "pause", "6 bytes to listener, resume", "-"]
        ),
        Row(
            "cancelled while a listener is registered, and while it holds",
            [.start, .head, .listen, .receive(3), .deliver, .answer(.hold), .cancel, .release, .deliver, .listen],
            [
                "submit", "head", "-", "for listener", "3 bytes to listener", "-", "stop, fail reader", "-", "-",
                "refuse cancelled",
            ]
        ),
        Row(
            "cancelled after the end, before a listener received it",
            [.start, .head, .listen, .receive(3), .finish, .cancel, .deliver],
            ["submit", "head", "-", "for listener", "-", "stop, fail reader", "-"]
        ),
        Row(
            "a body has one reader or one listener",
            [.start, .head, .listen, .listen, .read],
            ["submit", "head", "-", "refuse invalidRequest", "fail invalidRequest"]
        ),
        Row("cancelled before the start", [.cancel, .start], ["-", "refuse cancelled"]),
        Row("failed before the start", [.breakOff, .start], ["-", "refuse body"]),
        Row(
            "cancelled before the header",
            [.start, .cancel, .head, .finish],
            ["submit", "stop, fail sender", "-", "-"]
        ),
        Row(
            "cancelled while the reader waits",
            [.start, .head, .read, .cancel, .receive(1), .read],
            ["submit", "head", "wait", "stop, fail reader", "abort", "fail cancelled"]
        ),
        Row(
            "cancelled between two reads",
            [.start, .head, .cancel, .receive(1)],
            ["submit", "head", "stop", "abort"]
        ),
        Row("cancelled twice", [.start, .head, .cancel, .cancel], ["submit", "head", "stop", "-"]),
        Row(
            "cancelled after the end, all read",
            [.start, .head, .finish, .cancel, .read],
            ["submit", "head", "-", "-", "end"]
        ),
        Row(
            "cancelled after the end with bytes left is not an end",
            [.start, .head, .receive(1), .finish, .cancel, .read],
            ["submit", "head", "store", "-", "-", "fail cancelled"]
        ),
        Row(
            "a full window pauses, a read resumes",
            [.start, .head, .receive(6), .receive(4), .receive(1), .read, .receive(1), .read],
            ["submit", "head", "store", "store", "pause", "10 bytes, resume", "store", "1 bytes"]
        ),
        Row(
            "a piece larger than the window is stored alone",
            [.start, .head, .receive(50), .receive(1)],
            ["submit", "head", "store", "pause"]
        ),
        Row("two readers at once", [.start, .head, .read, .read], ["submit", "head", "wait", "fail invalidRequest"]),
        Row("started twice", [.start, .start], ["submit", "refuse invalidRequest"]),
        Row("a body without its header is not wanted", [.start, .receive(1)], ["submit", "abort"]),
    ]

    @Test(arguments: rows) func table(row: Row) {
        var machine = Machine(windowBytes: 10)
        #expect(row.steps.map { Self.perform($0, &machine) } == row.outcome)
    }

    @Test func everyOrderOfThreeEventsWakesEachWaiterAtMostOnce() {
        let steps: [Step] = [.start, .cancel, .head, .receive(1), .read, .finish, .breakOff]
        var orders: [[Step]] = [[]]
        for _ in 0..<5 { orders = orders.flatMap { order in steps.map { order + [$0] } } }
        for order in orders {
            var machine = Machine(windowBytes: 1)
            let outcomes = order.map { Self.perform($0, &machine) }
            let starts = outcomes.count { $0 == "submit" }
            let answersToSender = outcomes.count { $0 == "head" || $0.contains("fail sender") }
            let waits = outcomes.count { $0 == "wait" }
            let answersToReader = outcomes.count { $0.contains("reader") }
            #expect(answersToSender <= starts && answersToReader <= waits, "\(order) gave \(outcomes)")
        }
    }

    private static func perform(_ step: Step, _ machine: inout Machine) -> String {
        switch step {
        case .start:
            switch machine.start("sender") {
            case .submit: "submit"
            case .fail(_, let error): "refuse \(error.code)"
            }
        case .cancel:
            switch machine.cancel(cancelled) {
            case .none: "-"
            case .stop: "stop"
            case .stopFailingHead(let waiter, _): "stop, fail \(waiter)"
            case .stopFailingBody(let waiter, _): "stop, fail \(waiter)"
            }
        case .head: machine.receiveHead() == nil ? "-" : "head"
        case .receive(let count):
            switch [UInt8](repeating: 7, count: count).withUnsafeBytes({ machine.receive(LentBytes($0)) }) {
            case .store: "store"
            case .storeForListener: "for listener"
            case .deliver(let waiter): "to \(waiter)"
            case .pause: "pause"
            case .abort: "abort"
            }
        case .read:
            switch machine.read("reader") {
            case .wait: "wait"
            case .deliver(let bytes): "\(bytes.count) bytes"
            case .deliverResuming(let bytes): "\(bytes.count) bytes, resume"
            case .end: "end"
            case .fail(let error): "fail \(error.code)"
            }
        case .listen:
            switch machine.listen("listener", "reader") {
            case .none: "-"
            case .deliver: "deliver"
            case .fail(let error): "refuse \(error.code)"
            }
        case .deliver: nextDelivery(&machine)
        case .answer(let demand): recordAnswer(demand, &machine)
        case .release: machine.release() ? "deliver" : "-"
        case .finish: describe(machine.finish(nil))
        case .breakOff: describe(machine.finish(broken))
        }
    }

    private static func nextDelivery(_ machine: inout Machine) -> String {
        var piece: [UInt8] = []
        return switch machine.nextDelivery(&piece) {
        case .none: "-"
        case .deliver(let listener, let resumes): "\(piece.count) bytes to \(listener)" + (resumes ? ", resume" : "")
        case .end(let waiter, let error): "end \(waiter)" + (error.map { " \($0.code)" } ?? "")
        }
    }

    private static func recordAnswer(_ demand: HTTPBodyDemand, _ machine: inout Machine) -> String {
        var piece: [UInt8] = []
        return machine.recordAnswer(&piece, demand).map { "resume \($0)" } ?? "-"
    }

    private static func describe(_ action: Machine.FinishAction) -> String {
        switch action {
        case .none: "-"
        case .failHead(let waiter, let error): "fail \(waiter) \(error.code)"
        case .endBody(let waiter): "end \(waiter)"
        case .failBody(let waiter, let error): "fail \(waiter) \(error.code)"
        }
    }
}
