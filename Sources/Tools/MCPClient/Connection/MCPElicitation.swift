package import StreamingJSON

/// Answers the questions that a server asks while it works on a request.
///
/// It receives the parameters of `elicitation/create` and returns its result: `action` and, if it is `accept`, `content`.
package typealias MCPElicitation = @Sendable (_ params: JSONObject) async -> JSONObject

/// Answers to a server's questions.
package enum MCPElicitationAnswer {
    /// Declines the question.
    package static let decline: JSONObject = ["action": "decline"]

    /// Accepts a form with the default of each field that has one.
    ///
    /// It declines a question of another kind.
    package static func acceptingDefaults(_ params: JSONObject) -> JSONObject {
        guard params["mode"]?.stringValue ?? "form" == "form" else { return decline }
        var content: JSONObject = [:]
        for (name, schema) in params["requestedSchema"]?["properties"]?.objectValue ?? [:] {
            if let value = schema["default"] { content[name] = value }
        }
        return ["action": "accept", "content": .object(content)]
    }
}
