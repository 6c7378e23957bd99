import AgentRuntime
import HTTPTypes
import Hummingbird

extension Response {
    /// Names the model that a request named and the one that answers because it has ended, in a header.
    ///
    /// The bodies of other dialects repeat the name in the request, as their client libraries expect.
    mutating func note(replacementOf name: String?, in models: ModelCatalog) {
        guard let note = name.flatMap(models.replacementNote) else { return }
        headers[.modelReplaced] = note
    }
}
