import StreamingJSON

/// A message of the person, and the calls made for it.
struct Turn: Equatable, Sendable {
    /// A call and its output.
    struct Call: Equatable, Sendable {
        var tool: String
        var arguments: JSONObject
        /// `nil` until it is available.
        var output: String?
    }

    var prompt: String
    var calls: [Call] = []
    /// The answer that the person saw; empty until there is one.
    var answer = ""
}
