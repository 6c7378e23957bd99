import Testing

@testable import LanguageModels

/// One scheduled check for many alarms.
@Suite struct AlarmTableTests {
    private let start = ContinuousClock.now

    private func time(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func onlyAnEarlierAlarmNeedsItsOwnCheck() {
        var table = AlarmTable<String>()
        #expect(table.set(at: time(10), "a").isNext)
        #expect(!table.set(at: time(10), "b").isNext)
        #expect(!table.set(at: time(20), "c").isNext)
        #expect(table.set(at: time(5), "d").isNext)
        #expect(table.scheduledCheckCount == 2)
        #expect(table.count == 4)
    }

    @Test func dueAlarmsRingOnceAndInOrder() {
        var table = AlarmTable<String>()
        _ = table.set(at: time(3), "late")
        _ = table.set(at: time(1), "early")
        _ = table.set(at: time(1), "early too")
        _ = table.set(at: time(9), "later")
        let check = table.check(at: time(4), scheduledTime: time(1))
        #expect(check.due == ["early", "early too", "late"])
        // A check is already scheduled before the last alarm is due: it was set for an alarm that has rung.
        #expect(check.next == nil)
        let second = table.check(at: time(4), scheduledTime: time(3))
        #expect(second.due.isEmpty)
        #expect(second.next == time(9))
        let last = table.check(at: time(9), scheduledTime: time(9))
        #expect(last.due == ["later"])
        #expect(last.next == nil)
        #expect(table.scheduledCheckCount == 0)
    }

    @Test func aRemovedAlarmDoesNotRing() {
        var table = AlarmTable<String>()
        let first = table.set(at: time(1), "first")
        let second = table.set(at: time(2), "second")
        table.remove(first.id)
        let check = table.check(at: time(1), scheduledTime: time(1))
        #expect(check.due.isEmpty)
        #expect(check.next == time(2))
        table.remove(second.id)
        #expect(table.check(at: time(2), scheduledTime: time(2)).next == nil)
        // No check is scheduled any more, so the next alarm needs one.
        #expect(table.set(at: time(30), "third").isNext)
    }

    @Test func shortAlarmsBesideALongOneLeaveNoChecks() {
        var table = AlarmTable<Int>()
        #expect(table.set(at: time(600), 0).isNext)
        for second in 1..<100 {
            #expect(table.set(at: time(second), second).isNext)
            let check = table.check(at: time(second), scheduledTime: time(second))
            #expect(check.due == [second])
            #expect(check.next == nil)
        }
        #expect(table.scheduledCheckCount == 1)
    }

    @Test func aCheckThatIsTooEarlyIsScheduledAgain() {
        var table = AlarmTable<String>()
        _ = table.set(at: time(5), "a")
        let check = table.check(at: time(4), scheduledTime: time(5))
        #expect(check.due.isEmpty)
        #expect(check.next == time(5))
    }
}

/// Alarms that ring.
@Suite(.timeLimit(.minutes(1))) struct AlarmsTests {
    @Test func eachAlarmRingsUnlessItIsRemoved() async {
        let alarms = Alarms()
        let (rings, ring) = AsyncStream<Int>.makeStream()
        let start = ContinuousClock.now
        let removed = alarms.set(at: start + .milliseconds(1)) { ring.yield(0) }
        removed.remove()
        let last = alarms.set(at: start + .milliseconds(30)) { ring.yield(3) }
        _ = alarms.set(at: start + .milliseconds(10)) { ring.yield(1) }
        _ = alarms.set(at: start + .milliseconds(20)) { ring.yield(2) }
        var rung: [Int] = []
        for await number in rings {
            rung.append(number)
            if rung.count == 3 { break }
        }
        #expect(rung == [1, 2, 3])
        #expect(last.hasRung)
        #expect(!removed.hasRung)
        #expect(alarms.count == 0)
    }

    @Test func removedAlarmsLeaveNothing() {
        let alarms = Alarms()
        for _ in 0..<10_000 { alarms.set(at: .now + .seconds(600)) {}.remove() }
        #expect(alarms.count == 0)
    }
}
