/// Several questions that are asked at once, each with its deadline.
///
/// The name is that of the pattern (Hohpe and Woolf, Enterprise Integration Patterns, 2003).
package enum ScatterGather {
    /// A question.
    package struct Question<Answer: Sendable>: Sendable {
        /// The time within which it must be answered.
        package var deadline: Duration
        /// Asks.
        package var ask: @Sendable () async throws -> Answer

        /// Makes a question.
        package init(deadline: Duration, ask: @escaping @Sendable () async throws -> Answer) {
            (self.deadline, self.ask) = (deadline, ask)
        }
    }

    /// What became of a question.
    package enum Outcome<Answer: Sendable>: Sendable {
        case answered(Answer)
        case failed(any Error)
        /// There was no answer within the deadline, or another question was answered first.
        case unanswered
    }

    /// Asks all questions and returns what became of each, in their order.
    ///
    /// - Parameter endsWithFirst: Whether the first answer ends the other questions.
    /// - Throws: Only `CancellationError`.
    package static func outcomes<Answer: Sendable>(
        of questions: [Question<Answer>],
        endsWithFirst: Bool = false
    ) async throws -> [Outcome<Answer>] {
        var outcomes = questions.map { _ in Outcome<Answer>.unanswered }
        await withTaskGroup(of: (Int, Outcome<Answer>).self) { group in
            for (index, question) in questions.enumerated() {
                group.addTask { (index, await outcome(of: question)) }
            }
            for await (index, outcome) in group {
                outcomes[index] = outcome
                guard endsWithFirst, case .answered = outcome else { continue }
                group.cancelAll()
                return
            }
        }
        try Task.checkCancellation()
        return outcomes
    }

    private static func outcome<Answer: Sendable>(of question: Question<Answer>) async -> Outcome<Answer> {
        await withTaskGroup(of: Outcome<Answer>.self) { group in
            group.addTask {
                do { return .answered(try await question.ask()) } catch { return .failed(error) }
            }
            // This sleep is the deadline itself.
            group.addTask {
                try? await Task.sleep(for: question.deadline)
                return .unanswered
            }
            defer { group.cancelAll() }
            return await group.next() ?? .unanswered
        }
    }
}
