import Storage
import Testing

@Suite struct UsageRecordTests {
    @Test func aReservationCountsInFull() {
        let reservation = ReservationRecord(
            id: "1",
            client: "c",
            day: "2026-11-21",
            model: "openai:m",
            inputTokens: 100,
            outputTokens: 20,
            money: Money(micros: 7)
        )
        let expected = UsageRecord(
            client: "c",
            day: "2026-11-21",
            model: "openai:m",
            turns: 1,
            unsettledTurns: 1,
            inputTokens: 100,
            outputTokens: 20,
            money: Money(micros: 7)
        )
        #expect(UsageRecord(unsettled: reservation) == expected)
    }
}
