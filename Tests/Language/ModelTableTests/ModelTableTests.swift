import StreamingJSON
import Testing

@testable import ModelTable

@Suite struct ModelTableTests {
    private static let table = ModelTable.builtIn

    @Test(
        arguments: [
            ("gpt-4o", ModelFacts.Interface.chat), ("gpt-4.1-mini", .chat), ("ft:gpt-4.1-mini:org::id", .chat),
            ("gpt-5-mini", .responses), ("gpt-5.4", .responses), ("gpt-6.1-terra", .responses), ("o3", .responses),
            // Names that do not exist yet.
            ("gpt-7", .responses), ("gpt-10.3-nova", .responses), ("aurora-1", .responses),
        ]
    )
    func theInterfaceFollowsTheGeneration(name: String, interface: ModelFacts.Interface) {
        #expect(Self.table.facts(of: "openai", name).interface == interface)
    }

    @Test func aLongerPatternReplacesWhatAShorterSays() {
        let terra = Self.table.facts(of: "openai", "gpt-6.1-terra")
        #expect(terra.efforts?.first == "none")
        #expect(Self.table.facts(of: "openai", "gpt-6.1-sol").efforts?.first == "low")
        #expect(Self.table.facts(of: "openai", "openai/GPT-6.1-Terra") == terra)
        #expect(Self.table.facts(of: "anthropic", "claude-fable-6").forcesCalls == false)
        #expect(Self.table.facts(of: "anthropic", "claude-fable-5").forcesCalls == true)
        #expect(Self.table.facts(of: "anthropic", "claude-sonnet-5-5").thinking == ["adaptive", "between_tools"])
        #expect(Self.table.facts(of: "gemini", "gemini-3.8-flash").efforts == ["low", "medium", "high"])
        #expect(Self.table.facts(of: "gemini", "gemini-5-neon").checksSignatures == true)
        #expect(Self.table.facts(of: "ollama", "glm-5:cloud").prices == [])
    }

    @Test func aPriceAppliesFromItsDayOn() throws {
        let argon = Self.table.facts(of: "gemini", "gemini-4-argon")
        #expect(argon.price(on: "2026-11-30")?.rates.input == 2_000_000)
        #expect(argon.price(on: "2026-12-01")?.rates.input == 4_000_000)
    }

    @Test func theDaysLeftAreCountedToTheEnd() {
        let mini = Self.table.facts(of: "openai", "gpt-5-mini-2025-08-07")
        #expect(mini.daysLeft(on: "2026-11-28") == 13)
        #expect(mini.daysLeft(on: "2026-12-12") == -1)
        #expect(mini.replacement == "gpt-6.1-terra")
    }

    @Test(
        arguments: [
            ("max", "gpt-5.2", "xhigh"), ("none", "gpt-6.2-sol", "low"), ("minimal", "gpt-6.2-sol", "low"),
            ("xhigh", "gpt-5-mini", "high"), ("max", "gpt-6-luna", "max"), ("minimal", "gpt-6.1-terra", "low"),
            ("none", "gpt-6.1-terra", "none"),
        ]
    )
    func anEffortIsTheNearestAcceptedOne(word: String, model: String, effort: String) {
        #expect(Self.table.facts(of: "openai", model).effort(nearestTo: word) == effort)
    }

    @Test(
        arguments: [
            ("api.openai.com", "openai"), ("eu.api.openai.com", "openai"), ("API.OPENAI.COM:443", "openai"),
            ("api.openai.com.example.com", nil), ("127.0.0.1:8080", nil), ("[::1]:80", nil),
        ] as [(String, String?)]
    )
    func aServerIsKnownByItsHost(host: String, provider: String?) {
        #expect(Self.table.server(at: host).provider == provider)
    }

    @Test(
        arguments: [
            ("a*", "abc", true), ("a*c", "abc", true), ("a*b*c", "aXbYc", true), ("a*b*c", "acb", false),
            ("*", "", true),
            ("ab*ba", "aba", false), ("abc", "abcd", false), ("*instruct*", "qwen3-instruct-q4", true),
        ]
    )
    func aStarStandsForAnyText(pattern: String, name: String, matches: Bool) {
        #expect(NamePattern(pattern).matches(name) == matches)
    }

    @Test func rowsOfTheOperatorApplyFirst() throws {
        let own = try ModelTable(
            parsing: Array(#"{"models":[{"names":["openai:gpt-6.1-terra*"],"efforts":["low"]}]}"#.utf8)
        )
        let facts = try Self.table.overlaid(by: own).facts(of: "openai", "gpt-6.1-terra")
        #expect(facts.efforts == ["low"])
        #expect(facts.window == 1_050_000)
        let euros = try ModelTable(parsing: Array(#"{"currency":"EUR"}"#.utf8))
        #expect(throws: ModelTableError.self) { try Self.table.overlaid(by: euros) }
    }

    @Test func theTableIsReadBackFromItsPrintedForm() throws {
        let printed = try ModelTable(parsing: Array(Self.table.json.serialized().utf8))
        #expect(printed.json == Self.table.json)
        #expect(printed.rows.map(\.facts) == Self.table.rows.map(\.facts))
    }

    @Test(
        arguments: [
            (#"[]"#, "the file is not an object."), (#"{"models":[{"names":[]}]}"#, "models[0].names must be patterns"),
            (#"{"models":[{"names":["a:b"],"windw":1}]}"#, "models[0].windw is not known."),
            (#"{"models":[{"names":["a:b"],"window":-1}]}"#, "models[0].window must be a number"),
            (#"{"models":[{"names":["a:b"],"ends":"2026-13-01"}]}"#, "models[0].ends must be a day"),
            (#"{"models":[{"names":["a:b"],"sampling":"some"}]}"#, "models[0].sampling must be one of all, one"),
            (
                #"{"models":[{"names":["a:b"],"prices":[{"input":1}]}]}"#,
                "models[0].prices[0].input and output are both"
            ),
            (
                #"{"models":[{"names":["a:b"],"prices":[{"input":0.0000001,"output":1}]}]}"#,
                "prices[0].input must be an amount"
            ),
            (#"{"models":[{"names":["a:b"],"budget":[5,1]}]}"#, "models[0].budget must be"),
            (#"{"servers":[{"hosts":["h"],"call_id_length":1e300}]}"#, "servers[0].call_id_length must be a number"),
            (#"{"models":"#, "The file is not JSON"),
        ]
    )
    func aFaultNamesItsPlace(text: String, fault: String) {
        let error = #expect(throws: ModelTableError.self) { try ModelTable(parsing: Array(text.utf8)) }
        #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
    }

    @Test func eachRowWithAPriceOrAnEndHasItsSource() {
        for row in Self.table.rows
        where row.facts.ends != nil || row.facts.prices?.contains(where: { $0.rates.input > 0 }) == true {
            #expect(row.facts.source != nil, "\(row.names)")
        }
    }
}
