public import ModelTable
import Transport

/// The choice between OpenAI's two interfaces.
public enum OpenAIInterface {
    /// Returns the interface through which a server serves a model with all its abilities.
    ///
    /// OpenAI's newer models accept function tools beside thoughts in the Responses interface only. The rule is one for each model and not
    /// for each request, because a change of the interface changes the prefix that the provider has cached. A server that the table does
    /// not know is asked through chat completions, which all of them have.
    public static func serving(model: String, at baseURL: String, in table: ModelTable) -> ModelFacts.Interface {
        let host = HTTPRequest.host(of: baseURL)
        guard table.server(at: host).interface == .responses else { return .chat }
        return table.facts(ofModel: model, at: host).interface ?? .responses
    }
}
