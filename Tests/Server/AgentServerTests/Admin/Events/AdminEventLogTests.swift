import AgentWire
import Testing

@testable import AgentServer

/// The decisions about events: when a state is read, what becomes an event, and what a reader gets.
@Suite struct AdminEventLogTests {
    private static let start = ContinuousClock.Instant.now
    private static let all = Set(WireAdminEvent.Kind.allCases)

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { Self.start + .milliseconds(milliseconds) }

    private func object(_ id: String, _ kind: WireAdminEvent.Kind = .keyChanged) -> AdminEventLog.Object {
        .init(kind: kind, id: id)
    }

    private func numbers(_ reading: AdminEventLog.Reading) -> [Int] {
        guard case .entries(let entries) = reading else { return [] }
        return entries.map(\.number)
    }

    /// The log by reference, because the macros accept no mutating calls.
    private final class Log {
        private var log: AdminEventLog

        init(_ limits: AdminEventLog.Limits = .init()) { log = AdminEventLog(limits) }

        var end: Int { log.end }
        func mark(_ topic: AdminEventLog.Topic) -> Bool { log.mark(topic) }
        func due(
            at time: ContinuousClock.Instant
        ) -> (topics: [AdminEventLog.Topic], next: ContinuousClock.Instant?) { log.due(at: time) }
        func append(_ object: AdminEventLog.Object, _ data: [UInt8]) -> Bool { log.append(object, data) }
        func know(_ object: AdminEventLog.Object, _ data: [UInt8]) { log.know(object, data) }
        func forget(_ object: AdminEventLog.Object) { log.forget(object) }
        func ids(of kind: WireAdminEvent.Kind) -> [String] { log.ids(of: kind) }
        func clear() { log.clear() }
        func read(
            after position: Int?,
            _ kinds: Set<WireAdminEvent.Kind>
        ) -> (reading: AdminEventLog.Reading, position: Int) { log.read(after: position, kinds) }
    }

    // MARK: When states are read

    /// A burst of changes is one reading at once, and one a second later.
    @Test func aTopicIsReadOnceASecond() {
        let log = Log()
        #expect(log.due(at: at(0)).topics.isEmpty && log.due(at: at(0)).next == nil)
        #expect(log.mark(.keys) && !log.mark(.keys))
        #expect(log.mark(.clients))
        #expect(log.due(at: at(0)).topics == [.keys, .clients])
        #expect(log.mark(.keys) && !log.mark(.keys))
        let early = log.due(at: at(400))
        #expect(early.topics.isEmpty && early.next == at(1000))
        // Another topic does not wait for it.
        #expect(log.mark(.run("r1")))
        #expect(log.due(at: at(500)).topics == [.run("r1")])
        #expect(log.due(at: at(1000)).topics == [.keys])
        #expect(log.due(at: at(1000)).next == nil)
        #expect(log.mark(.keys))
        #expect(log.due(at: at(5000)).topics == [.keys])
    }

    @Test func aBusyServerReadsAFewRunsASecond() {
        var limits = AdminEventLog.Limits()
        limits.runsPerSecond = 3
        let log = Log(limits)
        for number in 0..<8 { #expect(log.mark(.run("r\(number)"))) }
        #expect(log.mark(.audit))
        let first = log.due(at: at(0))
        #expect(first.topics == [.run("r0"), .run("r1"), .run("r2"), .audit] && first.next == at(1000))
        #expect(log.due(at: at(999)).topics.isEmpty)
        // The oldest marks come first, also before a run that was just read.
        #expect(log.mark(.run("r0")))
        #expect(log.due(at: at(1000)).topics == [.run("r3"), .run("r4"), .run("r5")])
        #expect(log.due(at: at(2000)).topics == [.run("r6"), .run("r7"), .run("r0")])
    }

    /// Beyond a number of waiting runs, all readers start anew, at most every five seconds.
    @Test func tooManyRunsEndInASnapshot() {
        var limits = AdminEventLog.Limits()
        (limits.waitingRuns, limits.runsPerSecond) = (4, 1)
        let log = Log(limits)
        let position = log.read(after: nil, Self.all).position
        #expect(log.read(after: position, Self.all).reading == .nothing)
        for number in 0..<9 { _ = log.mark(.run("r\(number)")) }
        #expect(log.mark(.keys))
        #expect(log.due(at: at(0)).topics == [.keys])
        #expect(log.read(after: position, Self.all).reading == .snapshot(at: log.end))
        let later = log.end
        for number in 0..<9 { _ = log.mark(.run("s\(number)")) }
        let soon = log.due(at: at(100))
        #expect(soon.topics == [.run("s0")] && soon.next == at(1000))
        #expect(log.read(after: later, Self.all).reading == .nothing)
        #expect(log.due(at: at(5000)).topics.isEmpty)
        #expect(log.read(after: later, Self.all).reading == .snapshot(at: log.end))
    }

    // MARK: What becomes an event

    @Test func onlyANewStateIsAnEvent() {
        let log = Log()
        log.know(object("a"), [1])
        #expect(!log.append(object("a"), [1]))
        #expect(log.append(object("a"), [2]) && !log.append(object("a"), [2]))
        #expect(log.append(object("b"), [2]) && log.append(object("a", .clientChanged), [2]))
        #expect(Set(log.ids(of: .keyChanged)) == ["a", "b"])
        log.forget(object("a"))
        #expect(log.ids(of: .keyChanged) == ["b"])
        // Nothing is kept for each run.
        #expect(log.append(object("r", .runChanged), [2]) && log.append(object("r", .runChanged), [2]))
        #expect(log.ids(of: .runChanged).isEmpty)
        #expect(log.end == 5)
    }

    // MARK: What a reader gets

    @Test func aReaderContinuesAfterItsPosition() {
        let log = Log()
        let first = log.read(after: nil, Self.all)
        #expect(first.reading == .snapshot(at: 0) && first.position == 0)
        for number in 1...5 { #expect(log.append(object("\(number)"), [UInt8(number)])) }
        for position in 0...5 {
            let (reading, next) = log.read(after: position, Self.all)
            #expect(numbers(reading) == Array(position + 1..<6) && next == 5)
        }
        // A position of another process.
        #expect(log.read(after: 6, Self.all).reading == .snapshot(at: 5))
        #expect(log.read(after: -1, Self.all).reading == .snapshot(at: 5))
    }

    @Test func aReaderSeesOnlyItsKinds() {
        let log = Log()
        let kinds: [WireAdminEvent.Kind] = [.keyChanged, .clientChanged, .runChanged, .keyChanged]
        for (index, kind) in kinds.enumerated() { #expect(log.append(object("\(index)", kind), [1])) }
        #expect(numbers(log.read(after: 0, [.snapshot, .keyChanged]).reading) == [1, 4])
        let nothing = log.read(after: 1, [.snapshot, .clientChanged, .auditAppended])
        #expect(numbers(nothing.reading) == [2] && nothing.position == 4)
        let none = log.read(after: 2, [.snapshot, .auditAppended])
        #expect(none.reading == .nothing && none.position == 4)
    }

    /// A reader that is too slow starts anew; the log is bounded by events and by bytes.
    @Test(arguments: [(3, 1 << 20), (1000, 300)]) func aSlowReaderGetsASnapshot(entries: Int, bytes: Int) {
        var limits = AdminEventLog.Limits()
        (limits.entries, limits.bytes) = (entries, bytes)
        let log = Log(limits)
        for number in 1...10 { #expect(log.append(object("\(number)"), Array(repeating: UInt8(number), count: 100))) }
        for position in 0...10 {
            let reading = log.read(after: position, Self.all).reading
            if position < 7 {
                #expect(reading == .snapshot(at: 10))
            } else {
                #expect(numbers(reading) == Array(position + 1..<11))
            }
        }
        // One event beyond the bytes is kept: the next reading must have something.
        #expect(log.append(object("big"), Array(repeating: 0, count: 1000)))
        #expect(numbers(log.read(after: 10, Self.all).reading) == [11])
    }

    @Test func afterAPauseEveryPositionIsTooOld() {
        let log = Log()
        #expect(log.append(object("a"), [1]) && log.mark(.keys))
        log.clear()
        #expect(log.due(at: at(0)).topics.isEmpty && log.ids(of: .keyChanged).isEmpty)
        for position in [0, 1] { #expect(log.read(after: position, Self.all).reading == .snapshot(at: log.end)) }
        #expect(log.read(after: log.end, Self.all).reading == .nothing)
    }
}
