#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import AgentWire
public import StreamingJSON

/// A tool that the app runs for the model.
///
/// ```swift
/// struct Month: Decodable { var month: Int }
/// let findPeople = AppTool(
///     "findPeople", "People born in a month",
///     parameters: ["type": "object", "properties": ["month": ["type": "integer"]], "required": ["month"]]
/// ) { (arguments: Month) in try await contacts.names(bornIn: arguments.month) }
/// ```
public struct AppTool: Sendable {
    /// The tool as the request describes it.
    public var definition: ClientTool
    /// Makes a call: receives the arguments, which fit the parameters, and returns the output.
    ///
    /// An error's description is passed to the model as the reason why there is no output.
    public var perform: @Sendable (JSONValue) async throws -> JSONValue

    /// Makes a tool over JSON values.
    ///
    /// - Parameters:
    ///   - parameters: The JSON Schema of the arguments, an object.
    ///   - output: The JSON Schema of the outputs, which the server then checks; `nil` for any.
    public init(
        _ name: String,
        _ description: String,
        parameters: JSONValue,
        output: JSONValue? = nil,
        perform: @escaping @Sendable (JSONValue) async throws -> JSONValue
    ) {
        definition = ClientTool(name: name, description: description, parameters: parameters, output: output)
        self.perform = perform
    }

    /// Makes a tool over types of the app.
    ///
    /// - Parameters:
    ///   - parameters: The JSON Schema of the arguments, an object.
    ///   - output: The JSON Schema of the outputs, which the server then checks; `nil` for any.
    @_disfavoredOverload
    public init<Arguments: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ name: String,
        _ description: String,
        parameters: JSONValue,
        output: JSONValue? = nil,
        perform: @escaping @Sendable (Arguments) async throws -> Output
    ) {
        self.init(name, description, parameters: parameters, output: output) { (arguments: JSONValue) -> JSONValue in
            try JSONValue(encoding: try await perform(try arguments.decoded()))
        }
    }
}
