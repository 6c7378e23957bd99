public import LanguageModels
import StreamingJSON

/// The values decoded from a text, each emitted as soon as its last byte has arrived.
///
/// The request starts with the first call of `next` and runs no faster than the values are read. Leaving the loop
/// early ends the request.
public struct ElementStream<Element: Generable>: AsyncSequence {
    /// The events of the turn, or the error that prevents it.
    let events: Result<LanguageModelSession.EventStream, LLMDecodingError>

    /// Makes the reader; use only one.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.map { $0.makeAsyncIterator() }) }

    /// Reads to the end and returns all values.
    ///
    /// - Throws: ``LLMDecodingError`` if a value does not fit; otherwise the error of the model.
    public func collect() async throws -> [Element] {
        var elements: [Element] = []
        var reader = makeAsyncIterator()
        while let element = try await reader.next() { elements.append(element) }
        return elements
    }

    /// An iterator over the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var events: Result<LanguageModelSession.EventStream.AsyncIterator, LLMDecodingError>
        // The list's elements are two levels deep: in the answer's only property, at their indices.
        private let check = AnswerCheck(Element.generationSchema, valueName: "\(Element.self)")
        private var answer = AnswerReader(valueName: "\(Element.self)", eventDepth: 2)
        /// The values that have arrived and are not read yet, in reverse order.
        private var arrived: [JSONValue] = []
        private var emittedCount = 0
        private var hasEnded = false

        init(events: Result<LanguageModelSession.EventStream.AsyncIterator, LLMDecodingError>) { self.events = events }

        /// Returns the next value, or `nil` at the end.
        ///
        /// - Throws: ``LLMDecodingError`` if the text is empty, a value does not fit, or the answer ends too early;
        ///   otherwise the error of the model.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element? {
            while arrived.isEmpty {
                guard let event = try await nextEvent(isolation: actor) else {
                    if !hasEnded { try checkEnd() }
                    hasEnded = true
                    return nil
                }
                guard try answer.apply(event) else { continue }
                // If the answer was replaced, values emitted before are not emitted again.
                arrived = answer.takeEvents().compactMap(element).reversed()
            }
            let place = emittedCount
            emittedCount += 1
            return try check.read(arrived.removeLast(), at: "[\(place)]") { try Element($0) }
        }

        private mutating func nextEvent(isolation actor: isolated (any Actor)?) async throws -> SessionEvent? {
            var reader = try events.get()
            let event = try await reader.next(isolation: actor)
            events = .success(reader)
            return event
        }

        private func element(_ event: JSONStreamEvent) -> JSONValue? {
            guard event.path.steps.count == 2, event.path.steps[0] == .name(ElementList<Element>.propertyName),
                case .index(let index) = event.path.steps[1], index >= emittedCount
            else { return nil }
            return event.value
        }

        /// Throws if the answer was no list at all.
        private mutating func checkEnd() throws {
            let value = try answer.finish()
            do {
                try ElementList<Element>.check(GeneratedContent(jsonValue: value))
            } catch let error as GeneratedContent.ParsingError {
                throw LLMDecodingError(error, valueName: answer.valueName)
            }
        }
    }
}
