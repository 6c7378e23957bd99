import AssistantSchemas
import Testing

@Suite struct RecurrenceTextTests {
    @Test(arguments: [
        "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "FREQ=MONTHLY;COUNT=10;BYDAY=1MO,-1FR",
        "FREQ=YEARLY;UNTIL=20271231", "FREQ=DAILY;UNTIL=20271231T235959Z", "FREQ=MONTHLY;BYMONTHDAY=-1,1,31",
        "FREQ=YEARLY;BYYEARDAY=-366,1;BYWEEKNO=53;BYMONTH=1,12", "FREQ=HOURLY;BYSECOND=0,59;BYMINUTE=0,59;BYHOUR=0,23",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    ])
    func aRuleIsPrintedAsItWasRead(text: String) throws {
        #expect(try #require(RecurrenceText(text)).description == text)
    }

    @Test(arguments: [
        ("RRULE:FREQ=DAILY", "FREQ=DAILY"), ("freq=daily", "FREQ=DAILY"), ("FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
        ("BYDAY=MO;FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO"), ("FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY"),
        ("FREQ=MONTHLY;BYDAY=+1MO", "FREQ=MONTHLY;BYDAY=1MO"),
    ])
    func otherSpellings(text: String, printed: String) throws {
        #expect(try #require(RecurrenceText(text)).description == printed)
    }

    @Test(arguments: [
        "", "FREQ=", "FREQ=SOMETIMES", "FREQ=SECONDLY", "INTERVAL=2", "FREQ=DAILY;", "FREQ=DAILY;FREQ=WEEKLY",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=1;UNTIL=20271231", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;BYHOUR=24",
        "FREQ=DAILY;BYMONTHDAY=0", "FREQ=DAILY;BYMONTHDAY=32", "FREQ=DAILY;BYMONTH=-1", "FREQ=DAILY;BYDAY=XX",
        "FREQ=DAILY;BYDAY=0MO", "FREQ=DAILY;BYDAY=54MO", "FREQ=DAILY;BYDAY=", "FREQ=DAILY;UNTIL=20270230",
        "FREQ=DAILY;UNTIL=20271231T235960Z", "FREQ=DAILY;UNTIL=20271231T235959", "FREQ=DAILY;WKST=SU", "FREQ=DAILY;X=1",
        "FREQ=DAILY;COUNT=99999999999999999999", "FREQ=DAILY=1", "every day",
    ])
    func otherTextsAreNoRules(text: String) {
        #expect(RecurrenceText(text) == nil)
    }

    @Test func aLongTextIsNoRule() {
        #expect(RecurrenceText("FREQ=DAILY;BYHOUR=" + String(repeating: "1,", count: 100_000) + "1") == nil)
    }
}
