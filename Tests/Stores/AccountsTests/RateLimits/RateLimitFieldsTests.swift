import Testing

@testable import Accounts

@Suite struct RateLimitFieldsTests {
    @Test func everyLimitButMoneyIsShown() {
        let fields = RateLimitFields([
            LimitStatus(name: .requestsPerMinute, quota: 60, remaining: 42, resetSeconds: 17),
            LimitStatus(name: .concurrentRuns, quota: 4, remaining: 3, resetSeconds: nil),
            LimitStatus(name: .tokensPerMinute, quota: 1000, remaining: 0, resetSeconds: 60),
            LimitStatus(name: .tokensPerDay, quota: .max, remaining: -5, resetSeconds: 3600),
            LimitStatus(name: .tokensPerMonth, quota: 9, remaining: 9, resetSeconds: 864_000),
            LimitStatus(name: .moneyPerDay, quota: 5, remaining: 5, resetSeconds: 1),
        ])
        #expect(
            fields.policy
                == #""requests-per-minute";q=60;w=60, "concurrent-runs";q=4;qu="concurrent-requests", "#
                + #""tokens-per-minute";q=1000;qu="tokens";w=60, "tokens-per-day";q=999999999999999;qu="tokens";w=86400, "#
                + #""tokens-per-month";q=9;qu="tokens""#
        )
        #expect(
            fields.limit
                == #""requests-per-minute";r=42;t=17, "concurrent-runs";r=3, "tokens-per-minute";r=0;t=60, "#
                + #""tokens-per-day";r=0;t=3600, "tokens-per-month";r=9;t=864000"#
        )
        #expect(fields.retryAfter == nil)
    }

    @Test func aClientWithoutLimitsGetsNoFields() {
        let fields = RateLimitFields([])
        #expect(fields.policy == nil && fields.limit == nil && fields.retryAfter == nil)
        let money = RateLimitFields([LimitStatus(name: .moneyPerDay, quota: 5, remaining: 5, resetSeconds: 1)])
        #expect(money == fields)
    }

    /// The condition for another attempt, and the field.
    @Test(arguments: [
        (LimitBreach.Retry.after(seconds: 30), "30" as String?), (.after(seconds: 0), "1"), (.whenOthersEnd, "1"),
        (.never, nil),
    ])
    func refusalsHaveTheTimeOfTheNextAttempt(retry: LimitBreach.Retry, field: String?) throws {
        let breach = LimitBreach(name: .tokensPerDay, quota: 10, remaining: 1, wanted: 5, retry: retry)
        let refusal = try #require(AdmissionRefusal([breach], currency: "EUR", limitStatuses: []))
        #expect(RateLimitFields(refusal).retryAfter == field)
    }

    @Test func aRefusalNamesTheLimitWithTheLongestWait() throws {
        let breaches = [
            LimitBreach(name: .requestsPerMinute, quota: 1, remaining: 0, wanted: 1, retry: .after(seconds: 9)),
            LimitBreach(name: .moneyPerDay, quota: 1_500_000, remaining: 7, wanted: 8, retry: .after(seconds: 99)),
            LimitBreach(name: .concurrentRuns, quota: 1, remaining: 0, wanted: 1, retry: .whenOthersEnd),
        ]
        let refusal = try #require(AdmissionRefusal(breaches, currency: "EUR", limitStatuses: []))
        #expect(refusal.limit == .moneyPerDay && refusal.retryAfterSeconds == 99 && refusal.remaining == 7)
        #expect(refusal.violated == ["requests-per-minute", "money-per-day", "concurrent-runs"])
        #expect(refusal.message.contains("1.50 EUR per day") && refusal.message.contains("0.000007 EUR remain"))
        #expect(AdmissionRefusal([], currency: "EUR", limitStatuses: []) == nil)
    }

    @Test(arguments: LimitName.allCases) func everyRefusalIsASentence(name: LimitName) throws {
        for retry in [LimitBreach.Retry.after(seconds: 3), .whenOthersEnd, .never] {
            for share: LimitShare.Kind? in [nil, .user, .anonymous, .client] {
                let breach = LimitBreach(
                    name: name,
                    quota: 12_345,
                    remaining: 1,
                    wanted: 5,
                    retry: retry,
                    share: share
                )
                let refusal = try #require(AdmissionRefusal([breach], currency: "EUR", limitStatuses: []))
                let message = refusal.message
                #expect(message.hasPrefix("This ") && message.hasSuffix("."))
                #expect(!message.contains("  ") && !message.contains("Optional"))
                // The numbers of the whole app do not concern its users.
                let isOfApp = share == .client || share == .anonymous
                #expect(message.hasPrefix("This app has reached its limit") == isOfApp)
                #expect(!isOfApp || !message.contains(where: \.isNumber))
                #expect(message.contains("client") == (share == nil))
                #expect(refusal.violated == [(share.map { "\($0.rawValue):" } ?? "") + name.rawValue])
            }
        }
    }
}
