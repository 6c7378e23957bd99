import Foundation
import KeyLeasing
import LLMCodable
import LanguageModels
import ModelProviders
import Secrets
import Transport

/// Extracts a value from a text, and answers a question with the help of a tool.
///
/// `MODEL_URL` is the address of a server with OpenAI's chat completions, `MODEL` the model's name there, and `MODEL_KEY` its key.
@main
enum TravelNotes {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let key = environment["MODEL_KEY"].map { SecretString($0) }
        let model = OpenAIChatLanguageModel(
            environment["MODEL"] ?? "gpt-5.4-mini",
            baseURL: environment["MODEL_URL"] ?? "https://api.openai.com/v1",
            client: HTTPClient(),
            keys: KeyLease.source(of: key)
        )

        let trip: Trip = try await "Kyoto, 5 days".decode(using: model)
        print("Trip: \(trip.city), \(trip.days) days")

        let session = LanguageModelSession(
            model: model,
            tools: [CurrentWeather()],
            instructions: "You answer questions of travelers in one sentence."
        )
        let answer = try await session.respond(to: "Is it hotter in Tokyo or in Oslo?")
        print("Answer: \(answer.content)")
    }
}
