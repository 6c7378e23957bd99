import StreamingJSON
import Testing

@testable import AgentTools
@testable import BuiltInTools
@testable import Phrasebook

@Suite struct HealthPhraseTests {
    @Test(arguments: [
        ("How many steps did I take today?", "step_count"), ("show my steps", "step_count"),
        ("What's my heart rate right now?", "heart_rate"), ("What is my resting heart rate?", "resting_heart_rate"),
        ("How did I sleep last night?", "sleep_analysis"), ("How many hours of sleep did I get?", "sleep_analysis"),
        ("How long did I sleep?", "sleep_analysis"), ("how much do I weigh", "weight_body_mass"),
        ("my blood pressure readings please", "blood_pressure"),
        ("How many calories did I burn today?", "active_energy"),
        ("How far did I walk today?", "walking_running_distance"),
        ("how many flights of stairs have I climbed", "flights_climbed"),
        ("Show me my health data for today", "today"), ("show today's health data", "today"),
        ("Give me my weekly health summary", "week"), ("How active was I this week?", "week"),
        ("What are my health stats for the past week?", "week"),
        ("今日の健康データを教えて", "today"), ("健康状態はどう？", "today"), ("今週の健康データを教えて", "week"),
        ("この1週間の健康レポートを見せて", "week"), ("今日の歩数は？", "step_count"), ("歩数を教えてください", "step_count"),
        ("今日は何歩歩いた？", "step_count"), ("昨夜の睡眠時間は？", "sleep_analysis"), ("最近の体重の推移を見せて", "weight_body_mass"),
        ("私の血圧はどう？", "blood_pressure"), ("心拍数を確認して", "heart_rate"), ("今日の消費カロリーはどのくらい？", "active_energy"),
    ])
    func healthIsAskedFor(message: String, question: String) throws {
        let calls = try PhraseReading.understanding(of: [message]).calls
        let call = try #require(calls.first?.call)
        #expect(calls.count == 1 && call.tool == "fetchHealthData")
        let inquiry = try HealthInquiry(call.arguments["type"]?.stringValue, metrics: [], caller: Caller())
        switch inquiry.question {
        case .today: #expect(question == "today", "\(call.json)")
        case .week: #expect(question == "week", "\(call.json)")
        case .metric(let name): #expect(name == question, "\(call.json)")
        }
    }

    @Test(
        "What only sounds like it goes elsewhere",
        arguments: [
            ("What is caffeine?", "searchWeb"), ("search for blood pressure", "searchWeb"),
            ("do we have water?", "getInventoryList"),
            ("How many water bottles do we have?", "getInventoryList"), ("What is sleep apnea?", "searchWeb"),
            ("Show me item 7", "getInventory"), ("水は在庫にある？", "getInventoryList"), ("今日の東京の天気は？", "getCurrentWeather"),
            ("What is the temperature in Oslo?", "getCurrentWeather"), ("カフェインとは？", "searchWeb"),
        ]
    )
    func othersAreNot(message: String, tool: String) throws {
        let calls = try PhraseReading.understanding(of: [message]).calls
        #expect(calls.map(\.call.tool) == [tool])
    }
}
