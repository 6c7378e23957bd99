import Foundation
import LanguageModels
import StandIns
import StreamingJSON
import Testing
import ToriiClient
import ToriiModels

@testable import AgentServer
@testable import ToriiApp

/// Structured answers of a whole server, as types of an app.
@Suite(.timeLimit(.minutes(2))) struct ClientValueTests {
    @Generable struct Trip: Codable, Equatable {
        var city: String
        var days: Int
        var sights: [String]
    }

    private static let answer = #"{"city":"Kyoto","days":5,"sights":["Gion","Nishiki","Fushimi Inari"]}"#
    private static let schema: JSONValue = [
        "type": "object", "required": ["city", "days", "sights"],
        "properties": [
            "city": ["type": "string"], "days": ["type": "integer"],
            "sights": ["type": "array", "items": ["type": "string"]],
        ],
    ]
    private static let trip = Trip(city: "Kyoto", days: 5, sights: ["Gion", "Nishiki", "Fushimi Inari"])

    private static func with(_ body: (ClientServer) async throws -> Void) async throws {
        try await ClientServer.with(
            OpenAIStandIn.script(answer: answer, violation: #"{"city":5}"#, .obeys),
            { _ in },
            body
        )
    }

    @Test func aValueGrowsToItsType() async throws {
        try await Self.with { client in
            var cities: [String] = []
            var sights: [JSONValue] = []
            var completed: Trip?
            let request = ChatRequest(message: "Where?")
            for try await update in client.torii.value(Trip.self, schema: Self.schema, for: request) {
                switch update {
                case .growing(let value): cities.append(value["city"]?.stringValue ?? "")
                case .element("/sights", _, let sight): sights.append(sight)
                case .completed(let trip, _): completed = trip
                default: break
                }
            }
            #expect(completed == Self.trip)
            #expect(sights == ["Gion", "Nishiki", "Fushimi Inari"])
            #expect(cities.last == "Kyoto")
        }
    }

    @Test func aGenerableValueGrows() async throws {
        try await Self.with { client in
            var partial: [String?] = []
            var completed: Trip?
            for try await update in client.torii.value(Trip.self, for: ChatRequest(message: "Where?")) {
                switch update {
                case .growing(let trip): partial.append(trip.city)
                case .completed(let trip): completed = trip
                default: break
                }
            }
            #expect(completed == Self.trip)
            #expect(partial.last == "Kyoto")
        }
    }

    @Test func aTextIsExtracted() async throws {
        try await Self.with { client in
            let request = ExtractRequest(.text("Kyoto, 5 days: Gion, Nishiki, Fushimi Inari"), schema: Self.schema)
            #expect(try await client.torii.value(Trip.self, from: request).value() == Self.trip)
            let reply = try await client.torii.extract(request).reply()
            #expect(reply.conversation.isEmpty)
            #expect(reply.answer?.object["days"] == 5)
        }
    }
}
