import Testing

@testable import ModelProviders

@Suite struct ToolNameMapTests {
    private static let rules: [ToolNameRule] = [.openAI, .anthropic, .gemini, .ollama]

    /// The rules in the providers' notation.
    private func isAccepted(_ name: String, by rule: ToolNameRule) throws -> Bool {
        let pattern =
            switch rule {
            case .any: #"(?s).*"#
            case .gemini: "[A-Za-z_][A-Za-z0-9_.-]{0,63}"
            default: "[A-Za-z0-9_-]{1,64}"
            }
        return try Regex(pattern).wholeMatch(in: name) != nil
    }

    private static let names = [
        "get_weather", "GET-1", "1password", "_", "-", "files.read", "a:b", "", " ", "get weather", "連絡先を見つける",
        "カレンダーイベントを取得する。", "日程_v2", "e\u{301}", "\u{E9}", "👩‍👩‍👧", "a\nb", String(repeating: "a", count: 64),
        String(repeating: "a", count: 65), String(repeating: "1", count: 65), String(repeating: "道", count: 4000),
        "tool_", "../..", "__x__", "9", "٣", "ａｂｃ", "\u{0}",
    ]

    @Test(arguments: rules) func everyNameHasOneThatIsAccepted(rule: ToolNameRule) throws {
        let map = ToolNameMap(Self.names, rule: rule)
        var wireNames: Set<String> = []
        for name in Self.names {
            let wireName = map.wireName(of: name)
            #expect(try isAccepted(wireName, by: rule), "\(name) as \(wireName)")
            #expect(try rule.accepts(name) == isAccepted(name, by: rule), "\(name)")
            #expect(rule.accepts(name) == (Array(wireName.utf8) == Array(name.utf8)), "\(name) as \(wireName)")
            #expect(Array(map.name(ofWire: wireName).utf8) == Array(name.utf8))
            wireNames.insert(wireName)
        }
        // "e\u{301}" and "\u{E9}" are equal as strings, so the set for `any` has one name fewer.
        #expect(wireNames.count == Self.names.count - (rule == .any ? 1 : 0))
    }

    /// These must not change: transcripts, and caches of prompts at providers, contain them.
    @Test(arguments: [
        ("連絡先を見つける", ToolNameRule.openAI, "tool_p23jmtrt"), ("カレンダーイベントを取得する。", .openAI, "tool_6akatvqg"),
        ("files.read", .openAI, "files_read_dqv3kqup"), ("files.read", .gemini, "files.read"),
        ("1password", .openAI, "1password"), ("1password", .gemini, "_1password_h5neetrl"),
        ("日程_v2 (new)", .anthropic, "v2_new_pw2sxu6g"), ("連絡先を見つける", .ollama, "連絡先を見つける"),
    ]) func namesAreStable(name: String, rule: ToolNameRule, wireName: String) {
        #expect(ToolNameMap([name], rule: rule).wireName(of: name) == wireName)
    }

    @Test func acceptedNamesNeedNoMap() {
        #expect(ToolNameMap(["get_weather", "search"], rule: .openAI).isIdentity)
        #expect(ToolNameMap(["連絡先"], rule: .ollama).isIdentity)
        #expect(!ToolNameMap(["get_weather", "連絡先"], rule: .openAI).isIdentity)
    }

    @Test(arguments: rules) func otherToolsAndTheirOrderDoNotMatter(rule: ToolNameRule) {
        let map = ToolNameMap(Self.names, rule: rule)
        #expect(map == ToolNameMap(Self.names.reversed(), rule: rule))
        #expect(map == ToolNameMap(Self.names + Self.names, rule: rule))
        for name in Self.names {
            #expect(map.wireName(of: name) == ToolNameMap([name], rule: rule).wireName(of: name))
        }
    }

    /// A client may declare a tool that has the substitute of another one, and the substitute after that.
    @Test(arguments: [ToolNameRule.openAI, .gemini]) func aToolThatHasTheNameKeepsIt(rule: ToolNameRule) {
        let first = rule.substitute(for: "連絡先")
        let second = rule.substitute(for: "連絡先", attempt: 1)
        #expect(first != second)
        for taken in [[first], [first, second]] {
            let map = ToolNameMap(["連絡先", "予定"] + taken, rule: rule)
            for name in taken {
                #expect(map.wireName(of: name) == name)
                #expect(map.name(ofWire: name) == name)
            }
            let wireName = map.wireName(of: "連絡先")
            #expect(wireName == rule.substitute(for: "連絡先", attempt: UInt64(taken.count)))
            #expect(map.name(ofWire: wireName) == "連絡先")
            #expect(map.wireName(of: "予定") == rule.substitute(for: "予定"))
        }
    }

    @Test func namesThatNoToolHasStayAsTheyAre() {
        let map = ToolNameMap(["連絡先"], rule: .openAI)
        #expect(map.name(ofWire: "tool_unknown") == "tool_unknown")
        #expect(map.name(ofWire: "連絡先") == "連絡先")
    }
}
