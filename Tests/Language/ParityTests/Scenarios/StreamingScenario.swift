import LanguageModels

@Generable
struct Itinerary: Equatable {
    @Guide(description: "An exciting name for the trip")
    let title: String
    @Guide(.anyOf(["Kyoto", "Lisbon", "Oslo"]))
    let destinationName: String
    let description: String
    @Guide(description: "What to do", .count(2))
    let days: [DayPlan]
    let rating: Double?
}

@Generable
struct DayPlan: Equatable {
    @Guide(description: "A unique title")
    let title: String
    let activities: [Activity]
}

@Generable
struct Activity: Equatable {
    let kind: Kind
    let title: String

    @Generable
    enum Kind: Equatable {
        case sightseeing, foodAndDining, shopping
    }
}

/// A view's model: the properties as they arrive.
@MainActor
final class ItineraryPlanner {
    private(set) var itinerary: Itinerary.PartiallyGenerated?
    private(set) var titles: [String] = []
    private(set) var dayIDs: Set<GenerationID> = []
    private let session = LanguageModelSession(instructions: "You plan trips.")

    func suggest() async throws -> Itinerary {
        let stream = session.streamResponse(
            generating: Itinerary.self,
            includeSchemaInPrompt: false,
            options: GenerationOptions(sampling: .greedy)
        ) {
            "Plan a trip of two days."
            "Here is an example, but do not copy it:"
            Itinerary(
                title: "Northern light",
                destinationName: "Oslo",
                description: "Cold and clear",
                days: [DayPlan(title: "Arrival", activities: [Activity(kind: .foodAndDining, title: "Soup")])],
                rating: nil
            )
        }
        for try await partial in stream {
            itinerary = partial.content
            if let title = partial.content.title, titles.last != title { titles.append(title) }
            for day in partial.content.days ?? [] { dayIDs.insert(day.id) }
        }
        return try await stream.collect().content
    }
}

/// Returns the elements as they arrive; all but the last are complete.
func streamDays() async throws -> [[String]] {
    let session = LanguageModelSession()
    var shown: [[String]] = []
    for try await partial in session.streamResponse(to: "Two days", generating: [DayPlan].self) {
        shown.append(partial.content.compactMap(\.title))
    }
    return shown
}
