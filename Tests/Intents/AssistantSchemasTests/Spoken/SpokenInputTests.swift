import AssistantSchemas
import CalendarDays
@testable import Phrasebook
import StreamingJSON
import Testing

/// The way from a sentence to an input: the phrases, the built-in model and the reading of its arguments.
@Suite struct SpokenInputTests {
    /// A sentence on Thursday, 2026-11-26 at 10:00 in Tokyo, with its action and input.
    struct Sentence: Sendable, CustomTestStringConvertible {
        var text: String
        var intent: String
        var input: JSONObject
        /// The names of things, by the parameter.
        var names: [String: String] = [:]
        var testDescription: String { text }
    }

    private static let refinements = SchemaRefinements(
        cases: ["photos.filterType": ["vivid", "mono"], "maps.transportType": ["car", "walk"]],
        titles: ["photos.filterType": ["vivid": "ビビッド", "mono": "モノクロ"]],
        unions: [
            "messages.sendMessage.destination": [.init(kind: "people", type: "[IntentPerson]")],
            "messages.draftMessage.destination": [.init(kind: "people", type: "[IntentPerson]")],
            "phone.startCall.destination": [.init(kind: "person", type: "entity:phone.phonePerson")],
            "audio.playAudio.audioEntity": [
                .init(kind: "song", type: "entity:audio.song"), .init(kind: "album", type: "entity:audio.album"),
            ],
            "maps.startNavigation.destinations": [.init(kind: "place", type: "PlaceDescriptor")],
        ]
    )

    private static let now = SpokenMoment(year: 2026, month: 11, day: 26, hour: 10, minute: 0) { _, _, _ in 540 }

    @Test(arguments: [
        // Photos.
        Sentence(
            text: "Create an album called Summer in Kyoto",
            intent: "photos.createAlbum",
            input: ["name": "Summer in Kyoto"]
        ),
        Sentence(text: "夏休みというアルバムを作って", intent: "photos.createAlbum", input: ["name": "夏休み"]),
        Sentence(text: "Open my Winter album", intent: "photos.openAlbum", input: [:], names: ["target": "Winter"]),
        Sentence(text: "夏のアルバム見せて", intent: "photos.openAlbum", input: [:], names: ["target": "夏"]),
        Sentence(text: "冬のアルバムを開いて", intent: "photos.openAlbum", input: [:], names: ["target": "冬"]),
        Sentence(
            text: "add the photo Fuji to the Summer album",
            intent: "photos.addAssetsToAlbum",
            input: [:],
            names: ["assets": "Fuji", "album": "Summer"]
        ),
        Sentence(
            text: "mark photo Fuji as a favorite",
            intent: "photos.updateAsset",
            input: ["isFavorite": true],
            names: ["target": "Fuji"]
        ),
        Sentence(
            text: "富士山の写真をお気に入りから外して",
            intent: "photos.updateAsset",
            input: ["isFavorite": false],
            names: ["target": "富士山"]
        ),
        Sentence(
            text: "「港」の写真に「ビビッド」フィルタをかけて",
            intent: "photos.setFilter",
            input: ["filterType": "vivid"],
            names: ["target": "港"]
        ),
        Sentence(text: "search my photos for cats", intent: "photos.search", input: ["criteria": ["term": "cats"]]),
        // Calendar.
        Sentence(
            text: "schedule a meeting called Budget tomorrow at 3 pm",
            intent: "calendar.createEvent",
            input: ["title": "Budget", "startDate": "2026-11-27T15:00:00+09:00"]
        ),
        Sentence(
            text: "明日の午後3時半に歯医者の予定を入れて",
            intent: "calendar.createEvent",
            input: ["title": "歯医者", "startDate": "2026-11-27T15:30:00+09:00"]
        ),
        Sentence(
            text: "create an event named Picnic on December 3",
            intent: "calendar.createEvent",
            input: ["title": "Picnic", "startDate": "2026-12-03T00:00:00+09:00", "isAllDay": true]
        ),
        Sentence(
            text: "cancel the meeting Budget",
            intent: "calendar.deleteEvents",
            input: [:],
            names: ["entity": "Budget"]
        ),
        Sentence(
            text: "schedule a meeting called Budget tomorrow at 3 pm for 90 minutes",
            intent: "calendar.createEvent",
            input: [
                "title": "Budget", "startDate": "2026-11-27T15:00:00+09:00", "endDate": "2026-11-27T16:30:00+09:00",
            ]
        ),
        Sentence(
            text: "plan dinner with Ben tomorrow at 11 pm for 2 hours",
            intent: "calendar.createEvent",
            input: [
                "title": "dinner with Ben", "startDate": "2026-11-27T23:00:00+09:00",
                "endDate": "2026-11-28T01:00:00+09:00",
            ]
        ),
        Sentence(
            text: "明日の10時から1時間半、引っ越しの打ち合わせを入れて",
            intent: "calendar.createEvent",
            input: [
                "title": "引っ越し", "startDate": "2026-11-27T10:00:00+09:00", "endDate": "2026-11-27T11:30:00+09:00",
            ]
        ),
        Sentence(
            text: "push the retro to Monday at 2 pm",
            intent: "calendar.updateEvent",
            input: ["startDate": "2026-11-30T14:00:00+09:00"],
            names: ["event": "retro"]
        ),
        // Ends, halves of the day, and moments ahead.
        Sentence(
            text: "block off tomorrow from 2 to 4 pm for interviews",
            intent: "calendar.createEvent",
            input: [
                "title": "interviews", "startDate": "2026-11-27T14:00:00+09:00", "endDate": "2026-11-27T16:00:00+09:00",
            ]
        ),
        Sentence(
            text: "block tomorrow from 11 to 1 pm for lunch",
            intent: "calendar.createEvent",
            input: ["title": "lunch", "startDate": "2026-11-27T11:00:00+09:00", "endDate": "2026-11-27T13:00:00+09:00"]
        ),
        Sentence(
            text: "明日の午後2時から4時まで面接の予定を入れて",
            intent: "calendar.createEvent",
            input: ["title": "面接", "startDate": "2026-11-27T14:00:00+09:00", "endDate": "2026-11-27T16:00:00+09:00"]
        ),
        Sentence(
            text: "book a haircut tomorrow at 3",
            intent: "calendar.createEvent",
            input: ["title": "a haircut", "startDate": "2026-11-27T15:00:00+09:00"]
        ),
        Sentence(
            text: "remind me in 20 minutes to check the oven",
            intent: "reminders.createReminder",
            input: [
                "title": "check the oven", "dueDate": ["year": 2026, "month": 11, "day": 26, "hour": 10, "minute": 20],
            ]
        ),
        Sentence(
            text: "14時間後に薬を飲むってリマインドして",
            intent: "reminders.createReminder",
            input: ["title": "薬を飲む", "dueDate": ["year": 2026, "month": 11, "day": 27, "hour": 0, "minute": 0]]
        ),
        Sentence(
            text: "remind me to call Anna tonight at 8",
            intent: "reminders.createReminder",
            input: ["title": "call Anna", "dueDate": ["year": 2026, "month": 11, "day": 26, "hour": 20, "minute": 0]]
        ),
        Sentence(
            text: "今夜11時に飲み会を入れて",
            intent: "calendar.createEvent",
            input: ["title": "飲み会", "startDate": "2026-11-26T23:00:00+09:00"]
        ),
        Sentence(
            text: "set an alarm for tonight at 11",
            intent: "clock.createAlarm",
            input: ["time": ["hour": 23, "minute": 0]]
        ),
        Sentence(
            text: "tell Anna the shop is closed",
            intent: "messages.sendMessage",
            input: ["destination": ["kind": "people", "value": [["name": "Anna"]]], "content": "the shop is closed"]
        ),
        Sentence(
            text: "毎晩9時にアラームをかけて",
            intent: "clock.createAlarm",
            input: ["time": ["hour": 21, "minute": 0], "recurrenceDays": "FREQ=DAILY"]
        ),
        // Word order, dropped particles, and short or polite verbs.
        Sentence(
            text: "put yoga on my calendar on Saturday from 9 to 10 am",
            intent: "calendar.createEvent",
            input: ["title": "yoga", "startDate": "2026-11-28T09:00:00+09:00", "endDate": "2026-11-28T10:00:00+09:00"]
        ),
        Sentence(
            text: "take the dentist appointment off my calendar",
            intent: "calendar.deleteEvents",
            input: [:],
            names: ["entity": "dentist"]
        ),
        Sentence(
            text: "歓迎会なくなったからカレンダーから消しといて",
            intent: "calendar.deleteEvents",
            input: [:],
            names: ["entity": "歓迎会"]
        ),
        Sentence(
            text: "明日の18時に飲み会入れといてもらえますか",
            intent: "calendar.createEvent",
            input: ["title": "飲み会", "startDate": "2026-11-27T18:00:00+09:00"]
        ),
        Sentence(
            text: "mark the library books thing as done",
            intent: "reminders.updateReminder",
            input: ["isCompleted": true],
            names: ["target": "library books"]
        ),
        Sentence(text: "牛乳を買うのを忘れないようにリマインドして", intent: "reminders.createReminder", input: ["title": "牛乳を買う"]),
        Sentence(
            text: "new note titled Gift ideas: a kettle and a scarf",
            intent: "notes.createNote",
            input: ["name": "Gift ideas", "content": "a kettle and a scarf"]
        ),
        Sentence(text: "15分後に教えて", intent: "clock.createTimer", input: ["duration": 900]),
        Sentence(
            text: "hold the tea timer for a sec",
            intent: "clock.pauseTimer",
            input: [:],
            names: ["timer": "tea"]
        ),
        // Reminders.
        Sentence(text: "remind me to buy milk", intent: "reminders.createReminder", input: ["title": "buy milk"]),
        Sentence(
            text: "remind me to call Anna tomorrow at 9 am",
            intent: "reminders.createReminder",
            input: ["title": "call Anna", "dueDate": ["year": 2026, "month": 11, "day": 27, "hour": 9, "minute": 0]]
        ),
        Sentence(
            text: "remind me at 3 to stretch",
            intent: "reminders.createReminder",
            input: ["title": "stretch", "dueDate": ["year": 2026, "month": 11, "day": 26, "hour": 15, "minute": 0]]
        ),
        Sentence(
            text: "remind me every weekday at 8 am to stretch",
            intent: "reminders.createReminder",
            input: [
                "title": "stretch", "dueDate": ["year": 2026, "month": 11, "day": 27, "hour": 8, "minute": 0],
                "recurrence": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            ]
        ),
        Sentence(text: "牛乳を買うことをリマインドして", intent: "reminders.createReminder", input: ["title": "牛乳を買う"]),
        Sentence(
            text: "don't let me forget to call Anna tomorrow at 9 am",
            intent: "reminders.createReminder",
            input: ["title": "call Anna", "dueDate": ["year": 2026, "month": 11, "day": 27, "hour": 9, "minute": 0]]
        ),
        Sentence(
            text: "会議室を予約するのリマインダーを完了にしといて",
            intent: "reminders.updateReminder",
            input: ["isCompleted": true],
            names: ["target": "会議室を予約する"]
        ),
        Sentence(
            text: "check off buy milk",
            intent: "reminders.updateReminder",
            input: ["isCompleted": true],
            names: ["target": "buy milk"]
        ),
        Sentence(
            text: "mark the reminder buy milk as not done",
            intent: "reminders.updateReminder",
            input: ["isCompleted": false],
            names: ["target": "buy milk"]
        ),
        // Clock.
        Sentence(text: "wake me up at 7", intent: "clock.createAlarm", input: ["time": ["hour": 7, "minute": 0]]),
        Sentence(
            text: "set an alarm for quarter to 7",
            intent: "clock.createAlarm",
            input: ["time": ["hour": 6, "minute": 45]]
        ),
        Sentence(
            text: "毎日7時半にアラームをかけて",
            intent: "clock.createAlarm",
            input: ["time": ["hour": 7, "minute": 30], "recurrenceDays": "FREQ=DAILY"]
        ),
        Sentence(text: "set a timer for 1 hour and 20 minutes", intent: "clock.createTimer", input: ["duration": 4800]),
        Sentence(text: "3分半のタイマーをかけて", intent: "clock.createTimer", input: ["duration": 210]),
        Sentence(
            text: "start a pasta timer for 9 minutes",
            intent: "clock.createTimer",
            input: ["duration": 540, "label": "pasta"]
        ),
        Sentence(text: "cancel the pasta timer", intent: "clock.cancelTimer", input: [:], names: ["entities": "pasta"]),
        Sentence(
            text: "turn off the gym alarm",
            intent: "clock.updateAlarm",
            input: ["isEnabled": false],
            names: ["alarm": "gym"]
        ),
        // Mail and messages.
        Sentence(
            text: "write an email to anna@example.com about the invoice",
            intent: "mail.createDraft",
            input: ["to": [["handle": ["kind": "email", "value": "anna@example.com"]]], "subject": "the invoice"]
        ),
        Sentence(
            text: "mark the email Newsletter as unread",
            intent: "mail.updateMail",
            input: ["isRead": false],
            names: ["target": "Newsletter"]
        ),
        Sentence(
            text: "send a message to Anna saying I'm running late",
            intent: "messages.sendMessage",
            input: ["content": "I'm running late", "destination": ["kind": "people", "value": [["name": "Anna"]]]]
        ),
        Sentence(
            text: "アンナさんに「遅れます」と伝えて",
            intent: "messages.sendMessage",
            input: ["content": "遅れます", "destination": ["kind": "people", "value": [["name": "アンナ"]]]]
        ),
        Sentence(
            text: "アンナさんへのメッセージを下書きして、内容は「遅れます」",
            intent: "messages.draftMessage",
            input: ["content": "遅れます", "destination": ["kind": "people", "value": [["name": "アンナ"]]]]
        ),
        // Others.
        Sentence(
            text: "rename my Trip note to Journey",
            intent: "notes.updateNote",
            input: ["name": "Journey"],
            names: ["target": "Trip"]
        ),
        Sentence(
            text: "旅行っていうメモを作って、内容はテントを詰める",
            intent: "notes.createNote",
            input: ["name": "旅行", "content": "テントを詰める"]
        ),
        Sentence(
            text: "create a note named Trip that says pack the tent",
            intent: "notes.createNote",
            input: ["name": "Trip", "content": "pack the tent"]
        ),
        Sentence(text: "ファイル「report.pdf」を開いて", intent: "files.openFile", input: [:], names: ["target": "report.pdf"]),
        Sentence(
            text: "start a video call with Ben",
            intent: "phone.startCall",
            input: ["audioVisualMode": "video"],
            names: ["destination": "Ben"]
        ),
        Sentence(
            text: "play the song Blue Train",
            intent: "audio.playAudio",
            input: [:],
            names: ["audioEntity": "Blue Train"]
        ),
        Sentence(
            text: "navigate to Tokyo Station",
            intent: "maps.startNavigation",
            input: ["destinations": [["kind": "place", "value": ["name": "Tokyo Station"]]]]
        ),
    ])
    func aSentence(sentence: Sentence) throws {
        let planner = try SpokenRequests.planner()
        let call = try #require(planner.understanding(of: [Turn(prompt: sentence.text)]).calls.first?.call)
        let intent = try #require(SchemaCatalog.current.intent(toolName: call.tool))
        #expect(intent.id == sentence.intent)
        let spoken = SpokenInput(call.arguments, of: intent, refinements: Self.refinements, now: Self.now)
        #expect(spoken.input == sentence.input)
        #expect(Dictionary(uniqueKeysWithValues: spoken.references.map { ($0.parameter, $0.words) }) == sentence.names)
        #expect(spoken.faults.isEmpty)
    }

    @Test func aNameIsResolvedAsTheThingThatTheAppHas() throws {
        let intent = try #require(SchemaCatalog.current.intent("audio.playAudio"))
        var spoken = SpokenInput(["audioEntity": "Blue"], of: intent, refinements: Self.refinements, now: Self.now)
        let reference = try #require(spoken.references.first)
        #expect(reference.targets.map(\.entity) == ["audio.song", "audio.album"])
        spoken.resolve(
            reference,
            as: reference.targets[1],
            thing: ["type": "audio.album", "id": "7", "display": ["title": "Blue"]]
        )
        #expect(spoken.input == ["audioEntity": ["kind": "album", "value": ["type": "audio.album", "id": "7"]]])
        #expect(spoken.references.isEmpty)

        let album = try #require(SchemaCatalog.current.intent("photos.addAssetsToAlbum"))
        var adding = SpokenInput(["assets": "Fuji", "album": "the Summer"], of: album, now: Self.now)
        #expect(adding.references.map(\.words) == ["Fuji", "Summer"])
        for reference in adding.references { adding.resolve(reference, as: reference.targets[0], thing: ["id": "1"]) }
        #expect(
            adding.input == [
                "assets": [["type": "photos.asset", "id": "1"]], "album": ["type": "photos.album", "id": "1"],
            ]
        )
    }

    @Test func valuesThatAreMissingAreNamed() throws {
        let intent = try #require(SchemaCatalog.current.intent("calendar.createEvent"))
        let spoken = SpokenInput(["title": "Budget"], of: intent, now: Self.now)
        #expect(spoken.missing == ["startDate", "calendar"])
        #expect(spoken.unnamed.map(\.parameter) == ["calendar"])
    }

    @Test func theThingThatNeedsNoNameIsNoLongerMissing() throws {
        let intent = try #require(SchemaCatalog.current.intent("calendar.createEvent"))
        var spoken = SpokenInput(["title": "Budget"], of: intent, now: Self.now)
        let reference = try #require(spoken.unnamed.first)
        spoken.resolve(reference, as: reference.targets[0], thing: ["id": "1"])
        #expect(spoken.input["calendar"] == ["type": "calendar.calendar", "id": "1"])
        #expect(spoken.missing == ["startDate"] && spoken.unnamed.isEmpty)
    }

    /// A list of reminders has a type, of which most apps have one.
    @Test(arguments: [(["standard"], []), (["standard", "groceries"], ["type"])] as [([String], [String])])
    func theOnlyCaseOfAChoiceNeedsNoWords(cases: [String], missing: [String]) throws {
        let intent = try #require(SchemaCatalog.current.intent("reminders.createList"))
        let refinements = SchemaRefinements(cases: ["reminders.listType": cases])
        let spoken = SpokenInput(["name": "Camping"], of: intent, refinements: refinements, now: Self.now)
        #expect(spoken.missing == missing)
        #expect(spoken.input["type"]?.stringValue == (missing.isEmpty ? "standard" : nil))
    }

    /// The end of an event that starts on the day before the clocks change, and of one that is too long.
    @Test func aDurationCountsRealTime() throws {
        let intent = try #require(SchemaCatalog.current.intent("calendar.createEvent"))
        // Berlin leaves summer time on 2026-10-25 at 3:00.
        let now = SpokenMoment(year: 2026, month: 10, day: 20, hour: 10, minute: 0) { day, hour, _ in
            (day.month, day.day, hour) < (10, 25, 3) ? 120 : 60
        }
        func spoken(_ hours: JSONValue) -> SpokenInput {
            let parts: JSONObject = ["startDate.day": "2026-10-24", "startDate.hour": 22, "endDate.hours": hours]
            return SpokenInput(parts, of: intent, now: now)
        }
        #expect(spoken(8).input["endDate"] == "2026-10-25T05:00:00+01:00")
        #expect(spoken(1000).faults.map(\.path) == ["/endDate"])
    }

    /// A part of a value, with the wrong words.
    @Test(
        arguments: [
            ("clock.createAlarm", ["time.hour": 25], "/time"),
            ("clock.createAlarm", ["time.hour": 7, "time.minute": 75], "/time"),
            ("clock.createAlarm", ["recurrenceDays": "sometimes", "time.hour": 7], "/recurrenceDays"),
            ("clock.createTimer", ["duration": "long"], "/duration"),
            ("clock.createTimer", ["duration.hours": 1_000_000_000], "/duration"),
            ("calendar.createEvent", ["startDate.day": "2026-02-30"], "/startDate"),
            ("calendar.updateEvent", ["startDate.day": "2026-12-01"], "/startDate"),
            ("photos.setFilter", ["filterType": "sepia"], "/filterType"),
            ("phone.startCall", ["destination": "Ben"], "/destination"),
            ("photos.setDepth", ["value": "deep"], "/value"),
        ] as [(String, JSONObject, String)]
    )
    func wordsWithoutAWireForm(intent: String, arguments: JSONObject, path: String) throws {
        let schema = try #require(SchemaCatalog.current.intent(intent))
        let spoken = SpokenInput(arguments, of: schema, now: Self.now)
        #expect(spoken.faults.map(\.path) == [path])
    }

    /// The hour of a time with its half of the day.
    @Test(arguments: [
        (12, "am", 0), (12, "pm", 12), (1, "pm", 13), (11, "p.m.", 23), (9, "in the evening", 21), (3, "午後", 15),
        (8, "夜", 20),
        (11, "昼", 11), (1, "昼", 13), (1, "深夜", 1), (7, "朝", 7),
    ])
    func halvesOfTheDay(hour: Int, half: String, expected: Int) throws {
        let intent = try #require(SchemaCatalog.current.intent("clock.createAlarm"))
        let spoken = SpokenInput(["time.hour": .integer(hour), "time.half": .string(half)], of: intent, now: Self.now)
        #expect(spoken.input["time"]?["hour"]?.intValue == expected)
    }
}
