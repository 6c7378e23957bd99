public import AgentWire
public import StreamingJSON

/// A value while the model writes it, and the whole value at the end.
///
/// Like the events of a run (``RunEvents``) it ends only after the value, or throws.
public struct ValueUpdates<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// A step of the value.
    public enum Update: Sendable {
        /// The whole value so far, in place of the earlier ones; ``StreamingJSON/JSONValue/decoded(as:)`` makes a type with optional
        /// properties of it.
        case growing(JSONValue)
        /// An element of a list is complete; the path is the JSON pointer of the list.
        case element(path: String, index: Int, JSONValue)
        /// Everything so far is void, because the model calls a tool after all or answers once more.
        case restarted
        /// Another event of the run, such as a tool call.
        case event(NativeEvent)
        /// The value is complete.
        case completed(Value, StructuredAnswer)
    }

    /// A step.
    public typealias Element = Update

    let events: RunEvents

    /// Returns the iterator, which sends the request at its first step.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// An iterator over the steps.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var events: RunEvents.Iterator

        /// Waits for the next step and returns it; `nil` after the end of a completed run.
        ///
        /// - Throws: ``ToriiError``; with the code `invalidAnswer` if the value does not fit the type.
        public mutating func next() async throws -> Update? {
            guard let event = try await events.next() else { return nil }
            switch event {
            case .objectDelta(_, isRestart: true): return .restarted
            case .objectDelta(let value, isRestart: false): return .growing(value)
            case .objectElement(let path, let index, let value):
                return .element(path: path, index: index, value)
            case .objectCompleted(let answer): return .completed(try Self.value(of: answer), answer)
            default: return .event(event)
            }
        }

        private static func value(of answer: StructuredAnswer) throws -> Value {
            do {
                return try answer.object.decoded()
            } catch {
                throw ToriiError(
                    .invalidAnswer,
                    "The value fits the schema, but not \(Value.self): \(error). Compare the schema with the type."
                )
            }
        }
    }

    /// Reads the run to its end and returns the value.
    public func value() async throws -> Value {
        var value: Value?
        for try await update in self { if case .completed(let whole, _) = update { value = whole } }
        guard let value else { throw ToriiError(.invalidAnswer, "The run has completed without a value.") }
        return value
    }
}

extension ToriiService {
    /// Sends a turn whose answer is a value, and returns it as it grows.
    ///
    /// ```swift
    /// let trip = try await torii.value(Trip.self, schema: Trip.schema, for: ChatRequest(message: "Three days in Kyoto?")).value()
    /// ```
    ///
    /// - Parameter schema: The JSON Schema of the value, which replaces the request's response format.
    public func value<Value: Decodable & Sendable>(
        _ type: Value.Type,
        schema: JSONValue,
        for request: ChatRequest,
        options: RunOptions = RunOptions()
    ) -> ValueUpdates<Value> {
        var request = request
        request.responseFormat = ResponseFormat(schema: schema)
        return ValueUpdates(events: chat(request, options: options))
    }

    /// Reads a value out of a text, and returns it as it grows; the request has the schema.
    public func value<Value: Decodable & Sendable>(
        _ type: Value.Type,
        from request: ExtractRequest,
        options: RunOptions = RunOptions()
    ) -> ValueUpdates<Value> {
        ValueUpdates(events: extract(request, options: options))
    }
}
