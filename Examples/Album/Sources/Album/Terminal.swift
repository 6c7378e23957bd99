import Foundation
import Synchronization

/// The lines that a person enters, for one question at a time.
final class Terminal: Sendable {
    private struct State {
        var lines: [String] = []
        var isOver = false
        var waiting: [CheckedContinuation<String?, Never>] = []
    }

    private let state = Mutex(State())

    init() {
        // A blocking read needs a thread of its own.
        Thread.detachNewThread { [weak self] in
            while let line = readLine() { self?.add(line) }
            self?.add(nil)
        }
    }

    /// Waits for a line; `nil` at the end of the input.
    func line() async -> String? {
        await withCheckedContinuation { continuation in
            let ready: String?? = state.withLock { state in
                if !state.lines.isEmpty { return state.lines.removeFirst() }
                if state.isOver { return .some(nil) }
                state.waiting.append(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// Asks a question; only a yes is one.
    func ask(_ question: String) async -> Bool {
        say(question + " [y/n]")
        return await line()?.trimmingCharacters(in: .whitespaces).lowercased() == "y"
    }

    private func add(_ line: String?) {
        let waiting = state.withLock { state in
            if line == nil { state.isOver = true }
            let count = line == nil ? state.waiting.count : min(1, state.waiting.count)
            defer { state.waiting.removeFirst(count) }
            if count == 0, let line { state.lines.append(line) }
            return Array(state.waiting.prefix(count))
        }
        for continuation in waiting { continuation.resume(returning: line) }
    }
}

/// Prints a line, which appears at once in a pipe too.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
