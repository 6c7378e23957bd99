import LanguageModels
import StreamingJSON

extension LanguageModelExecutorGenerationRequest {
    /// The name of the request's user for the provider; `nil` for a request without a user.
    var safetyIdentifier: JSONValue? {
        (try? metadata["safety_identifier"]?.value(String.self)).map(JSONValue.string)
    }
}
