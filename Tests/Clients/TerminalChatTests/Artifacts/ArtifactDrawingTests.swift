import AgentWire
import FoundationEssentials
import StreamingJSON
import Testing

@testable import TerminalChat

@Suite struct ArtifactDrawingTests {
    private func texts(
        _ type: String,
        _ data: String,
        columns: Int = 79,
        _ language: ChatLanguage = .english
    ) throws -> [String] {
        let artifact = WireArtifact(type: type, data: try JSONValue(parsing: data))
        let drawing = Drawing(columns: columns, language: language, now: FormatTests.now)
        return ArtifactDrawing.lines(of: artifact, drawing).map(\.text)
    }

    @Test func itemsAreATableWithoutEmptyColumns() throws {
        let items =
            #"[{"id":1,"title":"A4 paper","quantity":10,"unit":"packs","place":"Shelf 3"},{"id":12,"title":"コピー用紙","quantity":1200.5}]"#
        #expect(
            try texts("inventory.items", items) == [
                "╭────┬────────────┬──────────┬─────────╮",
                "│ ID │ Title      │ Quantity │ Place   │",
                "├────┼────────────┼──────────┼─────────┤",
                "│  1 │ A4 paper   │ 10 packs │ Shelf 3 │",
                "│ 12 │ コピー用紙 │  1,200.5 │         │",
                "╰────┴────────────┴──────────┴─────────╯",
            ]
        )
        #expect(try texts("inventory.items", items, .japanese)[1] == "│ ID │ 品名       │     数量 │ 場所    │")
    }

    @Test func manyItemsAreCounted() throws {
        let items = "[" + (1...60).map { #"{"id":\#($0),"title":"item"}"# }.joined(separator: ",") + "]"
        let lines = try texts("inventory.items", items)
        #expect(lines.count == 4 + 25 + 1)
        #expect(lines.last == "and 35 more")
    }

    @Test func weatherIsACardWithRangesOnOneScale() throws {
        let reports = #"""
            [{"place":"Tokyo","temperature":21.4,"temperature_unit":"°C","condition":"clear","humidity":60,"wind_speed":12.3,"wind_speed_unit":"km/h",
              "daily":[{"date":"2026-11-26","temperature_min":5,"temperature_max":15,"condition":"clear","precipitation_probability":10},
                       {"date":"2026-11-27","temperature_min":10,"temperature_max":20}]}]
            """#
        #expect(
            try texts("weather.reports", reports) == [
                "Tokyo · 21.4 °C · clear · humidity 60 % · wind 12.3 km/h",
                "╭────────────┬─────┬──────────────────┬───────┬──────┬─────────╮",
                "│ Day        │ Low │                  │  High │ Rain │ Weather │",
                "├────────────┼─────┼──────────────────┼───────┼──────┼─────────┤",
                "│ Thu 26 Nov │   5 │ ━━━━━━━━━━━      │ 15 °C │ 10 % │ clear   │",
                "│ Fri 27 Nov │  10 │      ━━━━━━━━━━━ │ 20 °C │      │         │",
                "╰────────────┴─────┴──────────────────┴───────┴──────┴─────────╯",
            ]
        )
        // One day has no scale.
        let one =
            #"[{"place":"東京","temperature":-0.5,"daily":[{"date":"2026-11-26","temperature_min":5,"temperature_max":15}]}]"#
        #expect(try texts("weather.reports", one, .japanese) == ["東京 · -0.5 °"])
    }

    @Test func eventsAndBirthdaysAreTables() throws {
        let events =
            #"{"date":"2026-11-26","attendee":"Naomi","events":[{"title":"Standup","start":"2026-11-26T09:00:00Z","end":"2026-11-26T09:15:00Z","all_day":false},{"title":"Trip","all_day":true}],"more_events":3}"#
        #expect(
            try texts("calendar.events", events) == [
                "Thu 26 Nov · Naomi", "╭───────────┬─────────╮", "│ Time      │ Event   │", "├───────────┼─────────┤",
                "│ 9:00–9:15 │ Standup │",
                "│ all day   │ Trip    │", "╰───────────┴─────────╯", "and 3 more",
            ]
        )
        #expect(
            try texts("calendar.events", #"{"date":"2026-11-26","events":[]}"#, .japanese) == ["11/26(木)", "予定はありません。"]
        )
        let contacts = #"{"contacts":[{"given_name":"Naomi","birthday":"--04-09"}],"fallback":false}"#
        #expect(try texts("contacts.birthdays", contacts)[3] == "│ Naomi │ 9 Apr    │")
        #expect(
            try texts("contacts.birthdays", #"{"contacts":[],"fallback":true,"fallback_name":"Ken"}"#)[3]
                == "│ Ken  │ –        │"
        )
    }

    @Test func healthIsBars() throws {
        let data =
            #"{"metrics":[{"metric":"steps","name":"Steps","unit":"count","days":[{"date":"2026-11-24","value":8000},{"date":"2026-11-25","value":12000},{"date":"2026-11-26"}],"average":{"value":10000},"difference":{"value":-500}}]}"#
        #expect(
            try texts("health.metrics", data, columns: 50) == [
                "Steps (count) · average 10,000 (-500)", "  Tue 24 Nov  ████████████████         8,000",
                "  Wed 25 Nov  ████████████████████████ 12,000",
                "  Thu 26 Nov  –",
            ]
        )
        let parts =
            #"{"metrics":[{"metric":"sleep","name":"睡眠","unit":"h","days":[{"date":"2026-11-24","value":7,"parts":{"deep":1.5}}]}]}"#
        #expect(
            try texts("health.metrics", parts, .japanese).last == "  11/24(火)  ████████████████████████ 7 (deep 1.5)"
        )
    }

    @Test func resultsAreAList() throws {
        let data =
            #"{"query":"q","results":[{"title":"One","content":"An extract that is long enough to be wrapped twice, so that its end is left out here","url":"https://a.example/1"},{"title":"","url":"https://b.example"}],"failed":[{"upstream":"wiki","reason":"timeout"}]}"#
        #expect(
            try texts("search.results", data, columns: 40) == [
                "1. One", "   https://a.example/1", "   An extract that is long enough to be",
                "   wrapped twice, so that its end is…", "2. https://b.example",
                "   https://b.example", "not available: wiki",
            ]
        )
        let page = #"{"url":"https://a.example/1","title":"A page","part":2,"parts":3,"is_cut":false,"links":[]}"#
        #expect(try texts("web.page", page) == ["A page · part 2 of 3", "https://a.example/1"])
    }

    @Test func otherDataIsATableOrATree() throws {
        let orders = #"[{"order":1,"customer":"Naomi","lines":[]},{"order":2,"customer":"Ken"}]"#
        #expect(try texts("shop.orders", orders)[2] == "│ order │ customer │")
        let object = #"{"name":"value","list":[1,{"a":"b"}],"none":null,"empty":{}}"#
        #expect(
            try texts("x.object", object) == [
                "x.object", "  name: value", "  list: ", "    - 1", "    - ", "      a: b", "  none: –", "  empty: –",
            ]
        )
        #expect(
            try texts("mcp.image", #"{"type":"image","data":"AAAAAAAAAAAA","mimeType":"image/png"}"#) == [
                "[image/png, 0 kB, not shown in a terminal]"
            ]
        )
    }

    /// Data of any form, and texts that would control the terminal, yield lines that fit.
    @Test(arguments: [
        "inventory.items", "weather.reports", "search.results", "web.page", "contacts.birthdays", "calendar.events",
        "health.metrics", "mcp.image", "other",
    ]) func anyDataIsDrawn(type: String) throws {
        let values = [
            "null", "17", "\"text\"", "[]", "{}", "[null]", "[[1]]", "[{}]", #"[{"title":null}]"#,
            #"{"results":[1,"x",{}],"events":[1],"contacts":[1],"metrics":[1,{"days":[1,{"value":1e300}]}],"date":1}"#,
            #"[{"title":"\u001b[2J\u202e","place":"\u009b","temperature":1e308,"daily":[{"temperature_min":-1e308,"temperature_max":1e308},{"temperature_min":1,"temperature_max":2}]}]"#,
            #"{"date":"\u001b]0;x\u0007","url":"\u001b[A","results":[{"title":"\u001b[A","url":"x"}],"events":[{"title":"\u001b[A"}],"contacts":[{"given_name":"\n\n"}],"metrics":[{"name":"\u001b","days":[{"date":"\u001b","value":5}]}]}"#,
            "[" + String(repeating: "[", count: 50) + String(repeating: "]", count: 50) + "]",
        ]
        for value in values {
            for columns in [10, 40, 79] {
                let lines = try texts(type, value, columns: columns)
                let wide = lines.filter { WidthRules().columns(of: $0) > columns }
                #expect(wide.isEmpty, "\(value) in \(columns)")
                #expect(
                    lines.allSatisfy { line in
                        line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
                    }
                )
            }
        }
    }
}
