import Dispatch

/// The thread on which files of tools are read and checked, one at a time, so that no event loop waits for them.
///
/// The work ends by itself: its bytes, depth, values, patterns and templates are bounded.
package enum ToolFileWork {
    private static let queue = DispatchQueue(label: "torii.tool-files")

    /// Performs some work on the thread.
    package static func run<Value: Sendable, Fault: Error>(
        _ work: @escaping @Sendable () throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let result: Result<Value, Fault> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
