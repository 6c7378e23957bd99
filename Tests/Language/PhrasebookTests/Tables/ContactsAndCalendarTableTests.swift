import StreamingJSON
import Testing

@testable import Phrasebook

/// Requests about birthdays and about days with somebody, on Saturday 2026-11-21.
@Suite struct ContactsAndCalendarTableTests {
    @Test(arguments: [
        ("Which of my contacts were born in December?", #"findContacts {"month":12}"#),
        ("Who was born in March?", #"findContacts {"month":3}"#),
        ("who has a birthday in June", #"findContacts {"month":6}"#),
        ("Whose birthdays are in July?", #"findContacts {"month":7}"#),
        ("Are there any birthdays this month?", #"findContacts {"month":11}"#),
        ("Show me all friends who were born in may", #"findContacts {"month":5}"#),
        ("list the birthdays in February", #"findContacts {"month":2}"#),
        ("Show me the January birthdays", #"findContacts {"month":1}"#),
        ("Find a contact born in October, please", #"findContacts {"month":10}"#),
        ("Does anyone I know have a birthday in April?", #"findContacts {"month":4}"#),
        ("12月生まれの連絡先を教えて", #"findContacts {"month":12}"#),
        ("3月に生まれた人は誰ですか？", #"findContacts {"month":3}"#),
        ("７月が誕生日の友達はいますか", #"findContacts {"month":7}"#),
        ("誕生日が2月の人を調べて", #"findContacts {"month":2}"#),
        ("連絡先から五月生まれの人を探して", #"findContacts {"month":5}"#),
        ("11月の誕生日を教えてください", #"findContacts {"month":11}"#),
        ("今月誕生日の人は？", #"findContacts {"month":11}"#),
        ("今月生まれの知り合いを見せて", #"findContacts {"month":11}"#),
    ])
    func contacts(message: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [call])
    }

    @Test(arguments: [
        ("What meetings do I have with Ben Ortiz today?", "Ben Ortiz", "2026-11-21"),
        ("Do I have any appointments with Hanako Yamada tomorrow?", "Hanako Yamada", "2026-11-22"),
        ("Show my events on 2026-11-24 with Ben Ortiz", "Ben Ortiz", "2026-11-24"),
        ("Which events are there with Maria on November 24?", "Maria", "2026-11-24"),
        ("Check my calendar for meetings with Chi Le the day after tomorrow", "Chi Le", "2026-11-23"),
        ("What do I have on my calendar with Ben Ortiz yesterday?", "Ben Ortiz", "2026-11-20"),
        ("Am I meeting Ben Ortiz tomorrow?", "Ben Ortiz", "2026-11-22"),
        ("do I have anything with \"Ortiz, Ben\" on 2026-12-01", "Ortiz, Ben", "2026-12-01"),
        ("今日の山田花子さんとの予定を教えて", "山田花子", "2026-11-21"),
        ("明日、佐藤さんとの会議はありますか？", "佐藤", "2026-11-22"),
        ("11月24日の鈴木様との打ち合わせは何時から？", "鈴木", "2026-11-24"),
        ("山田花子さんとの明後日の約束を確認して", "山田花子", "2026-11-23"),
        ("カレンダーで2026年12月1日のBen Ortizさんとの予定を調べて", "Ben Ortiz", "2026-12-01"),
    ])
    func calendar(message: String, attendee: String, date: String) throws {
        let calls = try PhraseReading.understanding(of: [message]).calls.map(\.call)
        #expect(calls.map(\.tool) == ["getCalendarEvents"])
        #expect(calls.first?.arguments["attendee"]?.stringValue == attendee)
        #expect(calls.first?.arguments["date"]?.stringValue == date)
        #expect(calls.first?.arguments.count == 2)
    }

    @Test(arguments: [
        ("Do I have any meetings with Ben Ortiz?", "Ben Ortiz"), ("佐藤さんとの予定はありますか", "佐藤"),
    ])
    func withoutADayItIsToday(message: String, attendee: String) throws {
        #expect(try PhraseReading.calls(for: message) == [#"getCalendarEvents {"attendee":"\#(attendee)"}"#])
    }

    /// Questions about a whole day, on Saturday 2026-11-21.
    @Test(arguments: [
        ("What is in my calendar today?", "2026-11-21"), ("What's on my calendar today?", "2026-11-21"),
        ("Do I have anything tomorrow?", "2026-11-22"), ("Any meetings tomorrow?", "2026-11-22"),
        ("What do I have today?", "2026-11-21"), ("Am I free on Monday?", "2026-11-23"),
        ("Show my calendar for tomorrow", "2026-11-22"), ("my schedule tomorrow", "2026-11-22"),
        ("What's on today?", "2026-11-21"), ("how many meetings do I have on 2026-12-01", "2026-12-01"),
        ("今日の予定は？", "2026-11-21"), ("明日の会議を教えて", "2026-11-22"), ("予定は明日ある？", "2026-11-22"),
        ("明日のカレンダーに何がある？", "2026-11-22"),
    ])
    func wholeDays(message: String, date: String) throws {
        #expect(try PhraseReading.calls(for: message) == [#"getCalendarEvents {"date":"\#(date)"}"#])
    }

    @Test(arguments: [
        ("Who has a birthday today?", #"findContacts {"date":"2026-11-21"}"#),
        ("whose birthday is tomorrow", #"findContacts {"date":"2026-11-22"}"#),
        ("今日誕生日の人いる？", #"findContacts {"date":"2026-11-21"}"#),
        ("明日が誕生日の友達は？", #"findContacts {"date":"2026-11-22"}"#),
    ])
    func birthdaysOfADay(message: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [call])
    }
}
