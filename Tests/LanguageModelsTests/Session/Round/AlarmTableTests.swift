import Testing

@testable import LanguageModels

/// One scheduled check for many alarms.
@Suite struct AlarmTableTests {
    private let start = ContinuousClock.now

    private func time(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func onlyAnEarlierAlarmNeedsALookOfItsOwn() {
        var table = AlarmTable<String>()
        #expect(table.set(at: time(10), "a").isNext)
        #expect(!table.set(at: time(10), "b").isNext)
        #expect(!table.set(at: time(20), "c").isNext)
        #expect(table.set(at: time(5), "d").isNext)
        #expect(table.lookCount == 2)
        #expect(table.count == 4)
    }

    @Test func whatIsDueRingsInItsOrderAndOnce() {
        var table = AlarmTable<String>()
        _ = table.set(at: time(3), "late")
        _ = table.set(at: time(1), "early")
        _ = table.set(at: time(1), "early too")
        _ = table.set(at: time(9), "later")
        let look = table.look(at: time(4), appointment: time(1))
        #expect(look.due == ["early", "early too", "late"])
        // A check is already scheduled before the last alarm is due: it was set for an alarm that has rung.
        #expect(look.next == nil)
        let second = table.look(at: time(4), appointment: time(3))
        #expect(second.due.isEmpty)
        #expect(second.next == time(9))
        let last = table.look(at: time(9), appointment: time(9))
        #expect(last.due == ["later"])
        #expect(last.next == nil)
        #expect(table.lookCount == 0)
    }

    @Test func whatIsTakenOffDoesNotRing() {
        var table = AlarmTable<String>()
        let first = table.set(at: time(1), "first")
        let second = table.set(at: time(2), "second")
        table.remove(first.id)
        let look = table.look(at: time(1), appointment: time(1))
        #expect(look.due.isEmpty)
        #expect(look.next == time(2))
        table.remove(second.id)
        #expect(table.look(at: time(2), appointment: time(2)).next == nil)
        // No check is scheduled any more, so the next alarm needs one.
        #expect(table.set(at: time(30), "third").isNext)
    }

    @Test func shortAlarmsBesideALongOneLeaveNoLooksBehind() {
        var table = AlarmTable<Int>()
        #expect(table.set(at: time(600), 0).isNext)
        for second in 1..<100 {
            #expect(table.set(at: time(second), second).isNext)
            let look = table.look(at: time(second), appointment: time(second))
            #expect(look.due == [second])
            #expect(look.next == nil)
        }
        #expect(table.lookCount == 1)
    }

    @Test func aLookTooEarlyIsMadeAgain() {
        var table = AlarmTable<String>()
        _ = table.set(at: time(5), "a")
        let look = table.look(at: time(4), appointment: time(5))
        #expect(look.due.isEmpty)
        #expect(look.next == time(5))
    }
}

/// Alarms that ring.
@Suite(.timeLimit(.minutes(1))) struct AlarmsTests {
    @Test func eachRingsUnlessItIsTakenOff() async {
        let alarms = Alarms()
        let (rings, ring) = AsyncStream<Int>.makeStream()
        let start = ContinuousClock.now
        let quiet = alarms.set(at: start + .milliseconds(1)) { ring.yield(0) }
        quiet.remove()
        let last = alarms.set(at: start + .milliseconds(30)) { ring.yield(3) }
        _ = alarms.set(at: start + .milliseconds(10)) { ring.yield(1) }
        _ = alarms.set(at: start + .milliseconds(20)) { ring.yield(2) }
        var heard: [Int] = []
        for await number in rings {
            heard.append(number)
            if heard.count == 3 { break }
        }
        #expect(heard == [1, 2, 3])
        #expect(last.hasRung)
        #expect(!quiet.hasRung)
        #expect(alarms.count == 0)
    }

    @Test func manyThatAreTakenOffLeaveNothing() {
        let alarms = Alarms()
        for _ in 0..<10_000 { alarms.set(at: .now + .seconds(600)) {}.remove() }
        #expect(alarms.count == 0)
    }
}
