public import FoundationEssentials

/// The way from an executor to its session: events in, in order, with back-pressure (Apple FoundationModels 27.0).
///
/// One executor sends, one session reads. ``send(_:)`` waits while the session is more than a few events behind, so a slow reader
/// slows the upstream down instead of filling memory; once the session has gone it returns at once.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
    private let storage = BoundedChannel<Event>()

    /// Makes an open channel.
    public init() {}

    /// Sends one event; waits while the reader is behind.
    public func send(_ event: Event) async { await storage.send(event) }

    /// No more events will come; what was sent can still be read.
    func finish() { storage.finish() }

    /// No one will read any more; senders are let go.
    func cancel() { storage.cancel() }

    /// Makes the one reader.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage: storage) }

    /// Reads the events in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let storage: BoundedChannel<Event>

        /// The next event; `nil` once the executor is done or the task is cancelled.
        public mutating func next() async -> Event? { await storage.next() }
    }
}

// MARK: - Events

extension LanguageModelExecutorGenerationChannel {
    /// One step of a round.
    public struct Event: Sendable {
        let content: Content

        enum Content: Sendable {
            case response(entryID: String?, Response.Action)
            case reasoning(entryID: String?, Reasoning.Action)
            case toolCalls(entryID: String?, ToolCalls.Action)
        }

        /// A step of the answer.
        public static func response(entryID: String? = nil, action: Response.Action) -> Event {
            Event(content: .response(entryID: entryID, action))
        }

        /// A step of the thoughts before it.
        public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
            Event(content: .reasoning(entryID: entryID, action))
        }

        /// A step of the calls that the model wants made.
        public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
            Event(content: .toolCalls(entryID: entryID, action))
        }
    }

    /// Steps of the answer.
    public enum Response {
        /// One step.
        public enum Action: Sendable {
            /// More text.
            case appendText(String, segmentID: String? = nil, tokenCount: Int? = nil)
            /// Other text in place of what was sent.
            case replaceTextSegment(String, segmentID: String? = nil, tokenCount: Int? = nil)
            /// What the provider says beside the answer; replaces what it said before.
            case updateMetadata([String: GeneratedContent])
            /// The tokens used so far in this round; replaces what was sent before.
            case updateUsage(
                input: LanguageModelSession.Usage.Input,
                output: LanguageModelSession.Usage.Output,
                metadata: [String: GeneratedContent] = [:]
            )
        }
    }

    /// Steps of the thoughts.
    public enum Reasoning {
        /// One step.
        public enum Action: Sendable {
            /// More text.
            case appendText(String, segmentID: String? = nil, tokenCount: Int? = nil)
            /// The provider's seal on the thoughts.
            case updateSignature(Data, tokenCount: Int? = nil)
        }
    }

    /// Steps of the tool calls.
    public enum ToolCalls {
        /// One step.
        public enum Action: Sendable {
            /// A step of one call; the first that names an id begins the call.
            case toolCall(id: String, name: String, action: ToolCall)
            /// The tokens used so far in this round; replaces what was sent before.
            case updateUsage(
                input: LanguageModelSession.Usage.Input,
                output: LanguageModelSession.Usage.Output,
                metadata: [String: GeneratedContent] = [:]
            )
        }

        /// A step of one call.
        public enum ToolCall: Sendable {
            /// More of the arguments' JSON text.
            case appendArguments(String, tokenCount: Int? = nil)
        }
    }
}
