import Foundation
import Storage
import Testing

@testable import KeyVault

@Suite struct KeyConditionTests {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)

    /// An event of a key, some seconds after the start.
    enum Event: Sendable {
        case outcome(KeyOutcome, at: Double)
        case check(KeyCheck, at: Double)
    }

    private func condition(after events: [Event]) -> KeyCondition {
        var condition = KeyCondition(at: Self.start)
        for event in events {
            switch event {
            case .outcome(let outcome, let second): _ = condition.record(outcome, at: Self.start + second)
            case .check(let check, let second): _ = condition.record(check, at: Self.start + second)
            }
        }
        return condition
    }

    private static let invalid = KeyCheck.invalid(reason: "401")
    private static let unknown = KeyCheck.unknown(reason: "no answer")

    @Test(
        arguments: [
            // Successes and faults of the upstream do not count against the key.
            ([.outcome(.accepted, at: 0), .outcome(.upstreamFault, at: 1)], .healthy),
            // A refused key is checked at once, and then at growing intervals.
            ([.outcome(.refused, at: 5)], .dead(nextCheck: start + 5)),
            ([.outcome(.refused, at: 5), .check(invalid, at: 6)], .dead(nextCheck: start + 66)),
            (
                [.outcome(.refused, at: 5), .check(invalid, at: 6), .check(unknown, at: 66)],
                .dead(nextCheck: start + 66 + 120)
            ),
            // Refused calls weigh more than a check that accepts the key, unless a check had refused it, too.
            ([.outcome(.refused, at: 5), .check(.verified, at: 6)], .inDoubt(until: start + 11)),
            (
                [.outcome(.refused, at: 5), .check(unknown, at: 6), .check(.verified, at: 66)],
                .inDoubt(until: start + 71)
            ),
            ([.outcome(.refused, at: 5), .check(invalid, at: 6), .check(.verified, at: 66)], .healthy),
            (
                [.outcome(.refused, at: 5), .check(.verified, at: 6), .check(.verified, at: 66)],
                .inDoubt(until: start + 11)
            ),
            (
                [.outcome(.refused, at: 5), .check(.verified, at: 6), .check(unknown, at: 66)],
                .inDoubt(until: start + 11)
            ),
            (
                [.outcome(.refused, at: 5), .check(.verified, at: 6), .check(invalid, at: 66)],
                .dead(nextCheck: start + 126)
            ),
            ([.outcome(.refused, at: 5), .check(.verified, at: 6), .outcome(.accepted, at: 7)], .healthy),
            ([.check(.verified, at: 0), .outcome(.refused, at: 1)], .inDoubt(until: start + 6)),
            ([.check(.verified, at: 0), .outcome(.refused, at: 60)], .dead(nextCheck: start + 60)),
            (
                [.check(.verified, at: 0), .outcome(.refused, at: 1), .outcome(.outOfCredit, at: 2)],
                .outOfCredit(until: start + 3602)
            ),
            (
                [
                    .check(.verified, at: 0), .outcome(.refused, at: 1),
                    .outcome(.limited(retryAfter: .seconds(7)), at: 2),
                ],
                .resting(until: start + 9)
            ),
            // Calls that started before the refusal change nothing.
            ([.outcome(.refused, at: 5), .outcome(.accepted, at: 6)], .dead(nextCheck: start + 5)),
            ([.outcome(.refused, at: 5), .outcome(.refused, at: 6)], .dead(nextCheck: start + 5)),
            ([.outcome(.refused, at: 5), .outcome(.limited(retryAfter: nil), at: 6)], .dead(nextCheck: start + 5)),
            ([.outcome(.refused, at: 5), .outcome(.outOfCredit, at: 6)], .dead(nextCheck: start + 5)),
            // A doubt stays one, however old the check is.
            (
                [.outcome(.refused, at: 5), .check(.verified, at: 6), .outcome(.refused, at: 65)],
                .inDoubt(until: start + 75)
            ),
            (
                [.outcome(.refused, at: 5), .check(.verified, at: 6), .outcome(.refused, at: 66)],
                .inDoubt(until: start + 76)
            ),
            // A scheduled check alone can put a key out of use.
            ([.check(invalid, at: 1)], .dead(nextCheck: start + 61)),
            ([.check(unknown, at: 1)], .healthy),
            // Rests last as long as the upstream requests, or grow.
            ([.outcome(.limited(retryAfter: .seconds(7)), at: 0)], .resting(until: start + 7)),
            ([.outcome(.limited(retryAfter: .seconds(1_000_000)), at: 0)], .resting(until: start + 86_400)),
            ([.outcome(.limited(retryAfter: .seconds(-3)), at: 2)], .resting(until: start + 2)),
            ([.outcome(.limited(retryAfter: nil), at: 0)], .resting(until: start + 1)),
            (
                [.outcome(.limited(retryAfter: nil), at: 0), .outcome(.limited(retryAfter: nil), at: 0.5)],
                .resting(until: start + 1)
            ),
            (
                [.outcome(.limited(retryAfter: nil), at: 0), .outcome(.limited(retryAfter: nil), at: 2)],
                .resting(until: start + 4)
            ),
            (
                [
                    .outcome(.limited(retryAfter: .seconds(9)), at: 0),
                    .outcome(.limited(retryAfter: .seconds(3)), at: 1),
                ],
                .resting(until: start + 9)
            ),
            (
                [.outcome(.limited(retryAfter: .seconds(9)), at: 0), .outcome(.accepted, at: 1)],
                .resting(until: start + 9)
            ),
            ([.outcome(.limited(retryAfter: .seconds(9)), at: 0), .outcome(.accepted, at: 9)], .healthy),
            // Without credit: an hour, then two; a check that accepts the key lets the next call find out.
            ([.outcome(.outOfCredit, at: 0)], .outOfCredit(until: start + 3600)),
            ([.outcome(.outOfCredit, at: 0), .outcome(.outOfCredit, at: 1)], .outOfCredit(until: start + 3600)),
            ([.outcome(.outOfCredit, at: 0), .outcome(.accepted, at: 1)], .outOfCredit(until: start + 3600)),
            ([.outcome(.outOfCredit, at: 0), .check(unknown, at: 3600)], .healthy),
            (
                [.outcome(.outOfCredit, at: 0), .check(.verified, at: 3600), .outcome(.outOfCredit, at: 3601)],
                .outOfCredit(until: start + 3601 + 7200)
            ),
            ([.outcome(.outOfCredit, at: 0), .check(invalid, at: 3600)], .dead(nextCheck: start + 3660)),
            ([.outcome(.outOfCredit, at: 0), .outcome(.refused, at: 1)], .dead(nextCheck: start + 1)),
        ] as [([Event], KeyHealth)]
    )
    func eventsDetermineTheHealth(events: [Event], health: KeyHealth) {
        let condition = condition(after: events)
        #expect(condition.health == health)
        // The health is the same after storing and reading it.
        let restored = KeyCondition(condition.healthRecord(of: "key"))
        #expect(restored.health == condition.health)
        #expect(restored.changedAt == condition.changedAt)
        #expect(restored.lastCheck == condition.lastCheck)
        #expect(restored.healthRecord(of: "key").state == condition.healthRecord(of: "key").state)
        #expect(restored.healthRecord(of: "key").until == condition.healthRecord(of: "key").until)
    }

    @Test func anEndedRestCountsAsHealthy() {
        let condition = condition(after: [.outcome(.limited(retryAfter: .seconds(7)), at: 0)])
        #expect(condition.health(at: Self.start + 6.999) == .resting(until: Self.start + 7))
        #expect(condition.health(at: Self.start + 7) == .healthy)
    }

    @Test func doubtGrowsAndEndsWithASuccess() {
        var events: [Event] = [.check(.verified, at: 0), .outcome(.refused, at: 1)]
        #expect(condition(after: events).health == .inDoubt(until: Self.start + 6))
        events.append(.outcome(.refused, at: 2))
        #expect(condition(after: events).health == .inDoubt(until: Self.start + 6))
        events.append(.outcome(.refused, at: 6))
        #expect(condition(after: events).health == .inDoubt(until: Self.start + 16))
        #expect(condition(after: events).changedAt == Self.start + 1)
        #expect(!condition(after: events).isFaultless)
        events.append(.outcome(.accepted, at: 7))
        #expect(condition(after: events).health == .healthy)
        #expect(condition(after: events).isFaultless)
    }

    /// Events, whether the key is unchecked after them, and a part of the advice.
    @Test(
        arguments: [
            ([], true, "torii keys check"), ([.check(unknown, at: 1)], true, "could not be checked"),
            ([.check(unknown, at: 1), .outcome(.accepted, at: 2)], false, nil),
            ([.outcome(.accepted, at: 1), .check(unknown, at: 2)], false, nil),
            ([.check(.verified, at: 1)], false, nil),
            ([.check(.verified, at: 1), .outcome(.refused, at: 2)], false, "may have been revoked"),
            (
                [.check(.verified, at: 1), .outcome(.refused, at: 2), .check(.verified, at: 3)], false,
                "missing permissions"
            ),
            ([.check(.verified, at: 1), .outcome(.refused, at: 2), .check(invalid, at: 3)], false, "refuses it: "),
            ([.check(invalid, at: 1), .check(unknown, at: 2)], false, "its last check got no decision: no answer"),
            ([.outcome(.outOfCredit, at: 1)], false, "Top it up"),
        ] as [([Event], Bool, String?)]
    )
    func theAdviceFollowsTheLatestEvent(events: [Event], isUnchecked: Bool, advice: String?) {
        for condition in [condition(after: events), KeyCondition(condition(after: events).healthRecord(of: "key"))] {
            #expect(condition.isUnchecked(at: Self.start + 9) == isUnchecked)
            let found = condition.advice(of: "openai", undoing: "0123456789", at: Self.start + 9)
            #expect((found == nil) == (advice == nil) && found?.contains(advice ?? "") ?? true, "\(found ?? "none")")
            let canBeUndone = [.inDoubt, .dead].contains(condition.healthRecord(of: "key").state)
            #expect(found?.contains("`torii keys rollback 01234567`") ?? false == canBeUndone)
        }
    }

    @Test(
        arguments: [
            ([], "the first call decides"), ([.check(unknown, at: 1)], "the first call decides"),
            ([.outcome(.refused, at: 1), .check(unknown, at: 2)], "`torii keys restore orders 01234567`"),
            ([.outcome(.outOfCredit, at: 1)], "`torii keys restore orders 01234567`"),
        ] as [([Event], String)]
    )
    func withoutACheckTheAdviceNamesNone(events: [Event], part: String) {
        let found = condition(after: events)
            .advice(of: "orders", undoing: nil, restoring: "0123456789", at: Self.start + 9)
        #expect(found?.contains(part) == true && found?.contains("keys check") == false, "\(found ?? "none")")
    }

    @Test func aProofOutlastsTheEndOfCredit() {
        let condition = condition(after: [
            .check(Self.unknown, at: 1), .outcome(.accepted, at: 2), .outcome(.outOfCredit, at: 3),
        ])
        let restored = KeyCondition(condition.healthRecord(of: "key"))
        #expect(restored.isProven && restored.health == condition.health)
    }

    /// A key that is revoked after its check is found out once the check is no longer trusted, and not asked about without calls.
    @Test func refusedCallsAskForACheck() {
        var events: [Event] = [.check(.verified, at: 0)]
        #expect(condition(after: events).recheckDue == nil)
        events.append(.outcome(.refused, at: 1))
        #expect(condition(after: events).recheckDue == Self.start + 60)
        events.append(.check(.verified, at: 60))
        #expect(condition(after: events).recheckDue == nil)
        events.append(.outcome(.refused, at: 300))
        #expect(condition(after: events).recheckDue == Self.start + 300)
        events.append(.outcome(.accepted, at: 301))
        #expect(condition(after: events).recheckDue == nil)
    }

    @Test func delaysAreBounded() {
        #expect((1...40).map { KeyDelay.doubt(afterFailures: $0) }.max() == 300.0)
        #expect((1...40).map(KeyDelay.dead).max() == 21_600.0)
        #expect((1...40).map(KeyDelay.withoutCredit).max() == 86_400.0)
        #expect((1...40).map { KeyDelay.limited(afterFailures: $0) }.max() == 60)
    }
}
