import StreamingJSON

/// A message of the person's, and the calls that were made for it.
struct Turn: Equatable, Sendable {
    /// A call and what it gave back.
    struct Call: Equatable, Sendable {
        var tool: String
        var arguments: JSONObject
        /// `nil` as long as there is none.
        var output: String?
    }

    var prompt: String
    var calls: [Call] = []
    /// The answer that the person was shown; empty as long as there is none.
    var answer = ""
}
