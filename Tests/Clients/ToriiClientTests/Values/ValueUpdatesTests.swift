import EventStreams
import StreamingJSON
import Testing

@testable import ToriiClient

@Suite(.timeLimit(.minutes(1))) struct ValueUpdatesTests {
    private struct Trip: Codable, Equatable {
        var city: String
        var days: Int
    }

    private struct PartialTrip: Codable, Equatable {
        var city: String?
        var days: Int?
    }

    private static func service(_ value: JSONValue) -> (ToriiService, ScriptedExchange) {
        let events: [NativeEvent] = [
            .started(run: "run_1", conversation: "", model: "m"),
            .objectDelta(["city": "Osl"]),
            .objectDelta(.null, isRestart: true),
            .toolStarted(call: "c", name: "getWeather", arguments: [:]),
            .objectDelta(["city": "Kyo"]),
            .objectDelta(["city": "Kyoto", "days": 5]),
            .objectElement(path: "/cities", index: 0, value: "Kyoto"),
            .objectCompleted(StructuredAnswer(object: value, confidence: 0.5)),
            .messageCompleted(text: value.serialized(), artifacts: []),
            .completed(usage: WireUsage(inputTokens: 1, outputTokens: 1)),
        ]
        let frames = events.enumerated().map {
            ServerSentEvent(id: "run_1:\($0)", type: $1.type, data: $1.data.serialized())
        }
        let exchange = ScriptedExchange { _, _ in .init(pieces: [ScriptedRun.bytes(of: frames)]) }
        return (ToriiService(exchange), exchange)
    }

    private static let schema: JSONValue = ["type": "object"]

    @Test func aValueGrowsIsWithdrawnAndCompletes() async throws {
        let (service, exchange) = Self.service(["city": "Kyoto", "days": 5])
        var seen: [String] = []
        for try await update in service.value(Trip.self, schema: Self.schema, for: ChatRequest(message: "Where?")) {
            switch update {
            case .growing(let value):
                let trip = try value.decoded(as: PartialTrip.self)
                seen.append("\(trip.city ?? "-") \(trip.days.map(String.init) ?? "-")")
            case .element(let path, let index, let value): seen.append("\(path)[\(index)] = \(value)")
            case .restarted: seen.append("restarted")
            case .event(let event): seen.append(event.type)
            case .completed(let trip, let answer): seen.append("\(trip.city) \(trip.days) \(answer.confidence ?? 0)")
            }
        }
        #expect(
            seen == [
                "run.started", "Osl -", "restarted", "tool.started", "Kyo -", "Kyoto 5", "/cities[0] = \"Kyoto\"",
                "Kyoto 5 0.5", "message.completed", "run.completed",
            ]
        )
        let body = try JSONValue(parsing: exchange.requests[0].body ?? [])
        #expect(body["response_format"] == Self.schema)
    }

    @Test func anExtractionIsAValue() async throws {
        let (service, exchange) = Self.service(["city": "Kyoto", "days": 5])
        let request = ExtractRequest(.text("Kyoto, 5 days"), schema: Self.schema)
        #expect(try await service.value(Trip.self, from: request).value() == Trip(city: "Kyoto", days: 5))
        #expect(exchange.requests[0].url == "http://torii.test/v1/extract")
    }

    @Test func aValueThatDoesNotFitTheTypeIsAnError() async {
        let (service, _) = Self.service(["city": "Kyoto", "days": "five"])
        let error = await #expect(throws: ToriiError.self) {
            try await service.value(Trip.self, schema: Self.schema, for: ChatRequest(message: "Where?")).value()
        }
        #expect(error?.code == .invalidAnswer)
    }

    @Test(arguments: [.null, true, 1, 1.5, "é\n", [], [1, "a"], [:], ["a": ["b": nil]]] as [JSONValue])
    func valuesOfTheAppAreJSON(value: JSONValue) throws {
        #expect(try JSONValue(encoding: value) == value)
        #expect(try value.decoded(as: JSONValue.self) == value)
    }

    @Test func fragmentsAreValues() throws {
        #expect(try JSONValue(encoding: "a") == "a")
        #expect(try JSONValue(encoding: [1, 2]) == [1, 2])
        #expect(try JSONValue.string("b").decoded(as: String.self) == "b")
    }
}
