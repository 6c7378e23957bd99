#if canImport(FoundationModels)
public import FoundationModels
#else
public import LanguageModels
#endif
import StreamingJSON
public import ToriiClient

/// A `@Generable` value while the model writes it, and the whole value at the end.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
public struct GenerableUpdates<Content: Generable>: AsyncSequence, Sendable where Content: Sendable {
    /// A step of the value.
    public enum Update {
        /// The properties so far, in place of the earlier ones.
        case growing(Content.PartiallyGenerated)
        /// Everything so far is void, because the model calls a tool after all or answers once more.
        case restarted
        /// Another event of the run, such as a tool call.
        case event(NativeEvent)
        /// The value is complete.
        case completed(Content)
    }

    /// A step.
    public typealias Element = Update

    let events: RunEvents

    /// Returns the iterator, which sends the request at its first step.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// An iterator over the steps.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: RunEvents.Iterator

        /// Waits for the next step and returns it; `nil` after the end of a completed run.
        ///
        /// - Throws: `ToriiError`; `GeneratedContent.ParsingError` for a value that does not fit the type.
        public mutating func next() async throws -> Update? {
            guard let event = try await events.next() else { return nil }
            switch event {
            case .objectDelta(_, isRestart: true): return .restarted
            case .objectDelta(let value, isRestart: false):
                return .growing(try Content.PartiallyGenerated(GeneratedContent(json: value.serialized())))
            case .objectCompleted(let answer):
                return .completed(try Content(GeneratedContent(json: answer.object.serialized())))
            default: return .event(event)
            }
        }
    }

    /// Reads the run to its end and returns the value.
    public func value() async throws -> Content {
        var value: Content?
        for try await update in self { if case .completed(let whole) = update { value = whole } }
        guard let value else { throw ToriiError(.invalidAnswer, "The run has completed without a value.") }
        return value
    }
}

@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
extension ToriiService {
    /// Sends a turn whose answer is a `@Generable` value, and returns it as it grows.
    ///
    /// ```swift
    /// for try await update in torii.value(Trip.self, for: ChatRequest(message: "Three days in Kyoto?")) {
    ///     if case .growing(let trip) = update { show(trip.city ?? "…") }
    /// }
    /// ```
    public func value<Content: Generable & Sendable>(
        _ type: Content.Type,
        for request: ChatRequest,
        options: RunOptions = RunOptions()
    ) -> GenerableUpdates<Content> {
        var request = request
        request.responseFormat = ResponseFormat(schema: ResponseRequestBody.json(of: Content.generationSchema))
        return GenerableUpdates(events: chat(request, options: options))
    }
}
