public import LanguageModels
import StreamingJSON

/// The values that are being read out of a text, each given as soon as its last byte has arrived.
///
/// The model is asked with the first call of `next`, and no faster than the values are read. Leaving the loop early ends the
/// request.
public struct ElementStream<Element: Generable>: AsyncSequence {
    /// The steps of the turn, or the reason why there is none.
    let events: Result<LanguageModelSession.EventStream, LLMDecodingError>

    /// Makes the reader; there should be one.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.map { $0.makeAsyncIterator() }) }

    /// Reads to the end and gives all values.
    ///
    /// - Throws: ``LLMDecodingError`` when a value does not fit; else what the model threw.
    public func collect() async throws -> [Element] {
        var elements: [Element] = []
        var reader = makeAsyncIterator()
        while let element = try await reader.next() { elements.append(element) }
        return elements
    }

    /// Reads the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var events: Result<LanguageModelSession.EventStream.AsyncIterator, LLMDecodingError>
        // The list's elements lie two steps down: in the answer's one property, and in that by their places.
        private let check = AnswerCheck(Element.generationSchema, valueName: "\(Element.self)")
        private var answer = AnswerReader(valueName: "\(Element.self)", eventDepth: 2)
        /// What has arrived and was not asked for yet, the next one last.
        private var arrived: [JSONValue] = []
        private var givenCount = 0
        private var hasEnded = false

        init(events: Result<LanguageModelSession.EventStream.AsyncIterator, LLMDecodingError>) { self.events = events }

        /// The next value; `nil` when there are no more.
        ///
        /// - Throws: ``LLMDecodingError`` when there is no text, a value does not fit, or the answer ends too early; else what the
        ///   model threw.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element? {
            while arrived.isEmpty {
                guard let event = try await nextEvent(isolation: actor) else {
                    if !hasEnded { try checkEnd() }
                    hasEnded = true
                    return nil
                }
                guard try answer.apply(event) else { continue }
                // After a replaced answer those that were given are not given again.
                arrived = answer.takeEvents().compactMap(element).reversed()
            }
            let place = givenCount
            givenCount += 1
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
                case .index(let index) = event.path.steps[1], index >= givenCount
            else { return nil }
            return event.value
        }

        /// Finds out whether the answer was a list at all.
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
