public import StreamingJSON

/// A tool of an app that is no schema, in the app's namespace.
public struct ToolboxTool: Sendable {
    /// The declaration for the server.
    public let declaration: ToolboxRegistration.OwnTool

    let run: @Sendable (JSONObject) async throws -> JSONValue

    /// Declares a tool.
    ///
    /// - Parameters:
    ///   - name: The name, `x-<app>.<name>`.
    ///   - summary: The purpose in one sentence, for the model.
    ///   - parameters: The JSON Schema of the input, an object.
    ///   - output: The JSON Schema of the output; `nil` for any.
    ///   - isReadOnly: Whether it changes nothing: no person is asked, and it may run again.
    ///   - fallback: The output when the device is not connected, does not answer or fails; `nil` for none. Only for a tool that changes
    ///     nothing.
    ///   - timeLimit: The time for a run; `nil` for the default of the server.
    ///   - run: The work; errors other than ``IntentError`` become ``IntentError/Code/failed``.
    public init(
        _ name: String,
        summary: String,
        parameters: JSONValue = ["type": "object", "properties": [:]],
        output: JSONValue? = nil,
        isReadOnly: Bool = false,
        fallback: JSONValue? = nil,
        timeLimit: Duration? = nil,
        run: @escaping @Sendable (JSONObject) async throws -> JSONValue
    ) {
        declaration = ToolboxRegistration.OwnTool(
            name: name,
            summary: summary,
            parameters: parameters,
            output: output,
            isReadOnly: isReadOnly,
            fallback: fallback,
            timeoutMilliseconds: timeLimit.map(\.milliseconds)
        )
        self.run = run
    }
}

extension Duration {
    /// The whole milliseconds, at least one and at most ten minutes, the limit of registrations.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 600 else { return 600_000 }
        return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
