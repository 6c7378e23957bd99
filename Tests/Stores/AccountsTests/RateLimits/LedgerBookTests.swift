import Foundation
import SeededRandom
import Storage
import Testing

@testable import Accounts

@Suite struct LedgerBookTests {
    /// Noon of 21 November 2026 in UTC.
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private func tokens(_ count: Int) -> Amount { Amount(inputTokens: count) }

    private func share(_ kind: LimitShare.Kind, _ limits: ClientLimits = .none, user: String = "1") -> LimitShare {
        let key =
            switch kind {
            case .client: "c"
            case .anonymous: Owner.anonymousUsers(of: "c").text
            case .user: "c/\(kind.rawValue)\(user)"
            }
        return LimitShare(kind: kind, key: key, limits: limits)
    }

    private func book(_ shares: [LimitShare], partCapacity: Int = 100) -> LedgerBook {
        var book = LedgerBook(partCapacity: partCapacity)
        for share in shares { book.insert(ClientLedger(limits: share.limits, at: noon), for: share, at: noon) }
        return book
    }

    /// The limits of a user and of its client, the tokens of a first and a second turn, and what refuses the second.
    @Test(
        arguments: [
            (ClientLimits(tokensPerDay: 100), ClientLimits(tokensPerDay: 1000), 60, 60, ["user:tokens-per-day"]),
            (ClientLimits(tokensPerDay: 1000), ClientLimits(tokensPerDay: 100), 60, 60, ["client:tokens-per-day"]),
            (
                ClientLimits(tokensPerDay: 100), ClientLimits(tokensPerMonth: 100), 60, 60,
                ["user:tokens-per-day", "client:tokens-per-month"]
            ),
            (ClientLimits(concurrentRuns: 1), ClientLimits(concurrentRuns: 2), 1, 1, ["user:concurrent-runs"]),
            (
                ClientLimits(requestsPerMinute: 5), ClientLimits(requestsPerMinute: 1), 1, 1,
                ["client:requests-per-minute"]
            ),
            (
                ClientLimits(tokensPerMinute: 100, tokensPerDay: 100), ClientLimits(concurrentRuns: 1), 60, 60,
                ["user:tokens-per-minute", "user:tokens-per-day", "client:concurrent-runs"]
            ),
            (ClientLimits.none, ClientLimits.none, 60, 60, []),
        ] as [(ClientLimits, ClientLimits, Int, Int, [String])]
    )
    func aTurnIsHeldByAllSharesOrByNone(
        ofUser: ClientLimits,
        ofClient: ClientLimits,
        first: Int,
        second: Int,
        violated: [String]
    ) {
        let shares = [share(.user, ofUser), share(.client, ofClient)]
        var book = book(shares)
        #expect(book.admit(1, tokens(first), in: shares, at: noon) == [])
        let before = shares.map { book.limitStatuses(of: $0, at: noon) }
        let breaches = book.admit(2, tokens(second), in: shares, at: noon)
        #expect(breaches.map(\.policy) == violated)
        #expect((book.hold(of: 2, in: shares) == nil) == !violated.isEmpty)
        guard !violated.isEmpty else { return }
        // The shares that have room for the turn have not changed either.
        let after = shares.map { book.limitStatuses(of: $0, at: noon) }
        #expect(after == before)
        for share in shares { #expect(book.hold(of: 2, in: [share]) == nil) }
    }

    @Test func anExtensionIsHeldByAllSharesOrByNone() {
        let shares = [share(.user, ClientLimits(tokensPerDay: 100)), share(.client, ClientLimits(tokensPerDay: 150))]
        let others = [share(.user, ClientLimits(tokensPerDay: 100), user: "2"), shares[1]]
        var book = book(shares + others.prefix(1))
        #expect(book.admit(1, tokens(50), in: shares, at: noon) == [])
        #expect(book.admit(2, tokens(60), in: others, at: noon) == [])
        let breaches = book.extend(1, by: tokens(51), in: shares, at: noon)
        #expect(breaches.map(\.policy) == ["user:tokens-per-day", "client:tokens-per-day"])
        #expect(book.extend(1, by: tokens(41), in: shares, at: noon).map(\.policy) == ["client:tokens-per-day"])
        for share in shares { #expect(book.hold(of: 1, in: [share])?.amount == tokens(50)) }
        let before = shares.map { book.limitStatuses(of: $0, at: noon) }
        let hold = book.hold(of: 1, in: shares)
        #expect(book.extend(1, by: tokens(40), in: shares, at: noon) == [])
        let remaining = shares.map { book.limitStatuses(of: $0, at: noon).map(\.remaining) }
        #expect(remaining == [[10], [0]])
        if let hold { book.shrink(1, to: hold, in: shares, at: noon) }
        let after = shares.map { book.limitStatuses(of: $0, at: noon) }
        #expect(after == before)
    }

    @Test func aSettledTurnIsSpentInAllShares() {
        let limits = ClientLimits(requestsPerMinute: 10, concurrentRuns: 5, tokensPerDay: 1000)
        let shares = [share(.user, limits), share(.anonymous, limits), share(.client, limits)]
        var book = book(shares)
        #expect(book.admit(1, tokens(100), in: shares, at: noon) == [])
        book.markStarted(1, in: shares, at: noon)
        let settled = book.settle(1, used: tokens(70), in: shares, at: noon)
        #expect(
            settled.map { $0.share } == shares
                && settled.allSatisfy { $0.hold.hasStarted && $0.hold.day == "2026-11-21" }
        )
        for share in shares {
            #expect(book.limitStatuses(of: share, at: noon).map(\.remaining) == [9, 5, 930])
        }
        #expect(book.settle(1, used: tokens(70), in: shares, at: noon).isEmpty)
    }

    /// Users of one client, whose turns start, extend and end in any order, exceed neither their own budget nor the client's.
    @Test(arguments: 0..<20) func noOrderOverspendsAnyShare(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let client = share(.client, ClientLimits(tokensPerDay: 3000))
        let users = (0..<6).map { share(.user, ClientLimits(tokensPerDay: 1000), user: "\($0)") }
        var book = book(users + [client])
        var running: [Int: (user: Int, held: Int)] = [:]
        var spent = [Int](repeating: 0, count: users.count)
        for turn in 0..<600 {
            let user = Int.random(in: 0..<users.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0...1:
                let wanted = Int.random(in: 1...300, using: &random)
                if book.admit(turn, tokens(wanted), in: [users[user], client], at: noon).isEmpty {
                    running[turn] = (user, wanted)
                }
            case 2:
                guard let (turn, held) = running.min(by: { $0.key < $1.key }) else { continue }
                let more = Int.random(in: 1...100, using: &random)
                if book.extend(turn, by: tokens(more), in: [users[held.user], client], at: noon).isEmpty {
                    running[turn] = (held.user, held.held + more)
                }
            default:
                guard let (turn, held) = running.min(by: { $0.key < $1.key }) else { continue }
                let used = Int.random(in: 0...held.held, using: &random)
                running[turn] = nil
                spent[held.user] += used
                _ = book.settle(turn, used: tokens(used), in: [users[held.user], client], at: noon)
            }
        }
        let held = running.values.reduce(0) { $0 + $1.held }
        #expect(spent.allSatisfy { $0 <= 1000 } && spent.reduce(0, +) + held <= 3000)
        #expect(book.limitStatuses(of: client, at: noon).map(\.remaining) == [3000 - spent.reduce(0, +) - held])
        for (user, share) in users.enumerated() {
            let held = running.values.filter { $0.user == user }.reduce(0) { $0 + $1.held }
            #expect(book.limitStatuses(of: share, at: noon).map(\.remaining) == [1000 - spent[user] - held])
        }
    }
}

// MARK: - One share

extension LedgerBookTests {
    private static let limits = [
        ClientLimits.none, ClientLimits(requestsPerMinute: 20, concurrentRuns: 3),
        ClientLimits(tokensPerMinute: 600, tokensPerDay: 3000, tokensPerMonth: 8000),
        ClientLimits(requestsPerMinute: 30, moneyPerDay: Money(micros: 4000), timeZone: "Asia/Tokyo"),
        ClientLimits(
            requestsPerMinute: 40,
            concurrentRuns: 8,
            tokensPerMinute: 900,
            tokensPerDay: 5000,
            tokensPerMonth: 9000,
            moneyPerDay: Money(micros: 6000),
            moneyPerMonth: Money(micros: 12_000)
        ),
    ]

    /// With one share, every decision and every remaining amount is that of before there were shares.
    @Test func oneShareBehavesAsBefore() {
        var faults: [String] = []
        for round in 0..<max(1, RandomRounds.count / 50) {
            var random = SeededGenerator(seed: UInt64(round))
            var share = share(.client, Self.limits[round % Self.limits.count])
            var book = book([share])
            var former = FormerLedger(ledger: ClientLedger(limits: share.limits, at: noon))
            var now = noon
            for step in 0..<300 {
                let turn = Int.random(in: 0..<60, using: &random)
                let amount = Amount(
                    inputTokens: Int.random(in: 0...300, using: &random),
                    outputTokens: Int.random(in: 0...100, using: &random),
                    money: Money(micros: Int.random(in: 0...500, using: &random))
                )
                let results: (Any, Any)
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    now += Double.random(in: -3000...30_000, using: &random)
                    continue
                case 1:
                    share.limits = Self.limits.randomElement(using: &random) ?? .none
                    continue
                case 2...5 where former.ledger[turn] == nil:
                    let isContinuation = Bool.random(using: &random)
                    former.ledger.apply(share.limits, at: now)
                    results = (
                        book.admit(turn, amount, in: [share], isContinuation: isContinuation, at: now),
                        former.admit(turn, amount, isContinuation: isContinuation, at: now)
                    )
                case 2...6:
                    results = (
                        book.extend(turn, by: amount, in: [share], at: now), former.extend(turn, by: amount, at: now)
                    )
                case 7:
                    guard var hold = former.ledger[turn] else { continue }
                    hold.amount = Amount(inputTokens: hold.amount.inputTokens / 2)
                    book.shrink(turn, to: hold, in: [share], at: now)
                    former.shrink(turn, to: hold, at: now)
                    results = (book.hold(of: turn, in: [share]) as Any, former.ledger[turn] as Any)
                case 8:
                    former.ledger.apply(share.limits, at: now)
                    results = (
                        book.breachesOfFurtherRequest(in: [share], at: now), former.breachesOfFurtherRequest(at: now)
                    )
                case 9:
                    book.markStarted(turn, in: [share], at: now)
                    former.ledger.markStarted(turn)
                    results = (book.hold(of: turn, in: [share]) as Any, former.ledger[turn] as Any)
                default:
                    let hold = former.settle(turn, used: amount, at: now)
                    results = (
                        book.settle(turn, used: amount, in: [share], at: now).map { $0.hold }, [hold].compactMap(\.self)
                    )
                }
                let statuses = book.limitStatuses(of: share, at: now)
                let formerStatuses = former.ledger.limitStatuses(at: now)
                if "\(results.0)" != "\(results.1)" || statuses != formerStatuses {
                    faults.append("round \(round), step \(step): \(results), \(statuses) and \(formerStatuses)")
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.prefix(3))")
    }
}
