import AgentTools
import LanguageModels
import StreamingJSON
import Synchronization

/// A call that the model made.
struct RecordedCall: Sendable {
    var tool: String
    var arguments: JSONObject
    /// Whether the call changes something.
    var isChange: Bool
    /// Whether the call waits for a person's approval and has not been made.
    var isWaiting = false
    /// Whether the tool reported a failure.
    var hasFailed = false
    var output: String?
}

/// The calls of a message, in the order of their start.
final class CallRecord: Sendable {
    private let record = Mutex<[RecordedCall]>([])

    var calls: [RecordedCall] { record.withLock { $0 } }

    func clear() { record.withLock { $0 = [] } }

    func begin(_ call: RecordedCall) -> Int {
        record.withLock { calls in
            calls.append(call)
            return calls.count - 1
        }
    }

    func end(_ number: Int, output: String, hasFailed: Bool = false) {
        record.withLock { calls in
            calls[number].output = output
            calls[number].hasFailed = hasFailed
        }
    }
}

/// A tool whose calls are recorded; calls that need approval remain waiting.
struct RecordedTool<Base: AgentTool>: Tool {
    let base: Base
    let isHeld: Bool
    let record: CallRecord

    var name: String { base.name }
    var description: String { base.description }
    var parameters: GenerationSchema { base.parameters }

    func call(arguments: GeneratedContent) async throws -> String {
        let number = record.begin(
            RecordedCall(
                tool: name,
                arguments: arguments.jsonValue.objectValue ?? [:],
                isChange: !base.isReadOnly,
                isWaiting: isHeld
            )
        )
        guard !isHeld else {
            record.end(number, output: "")
            throw ToolFailure("Waits for approval.")
        }
        do {
            let output = try await base.call(arguments: Base.Arguments(arguments))
            record.end(number, output: output)
            return output
        } catch {
            record.end(number, output: (error as? ToolFailure)?.message ?? "\(error)", hasFailed: true)
            throw error
        }
    }
}
