import Foundation
package import Logging
import ModelContextProtocol
package import StreamingJSON
import Synchronization

/// The operator's prompts: the files of a folder, read again when they change.
///
/// A file that becomes unusable while the server runs leaves the prompt as it was, and the log has the fault.
package final class PromptFolder: Sendable {
    private struct State {
        var stamps: [String: FileStamp] = [:]
        var prompts: [String: PromptFile] = [:]
        /// The number of changes of the prompts.
        var version = 0
    }

    private let path: String
    private let logger: Logger
    private let state = Mutex(State())

    /// Reads a folder.
    ///
    /// - Throws: ``PromptFaults`` with every line that cannot be used.
    package init(_ path: String, logger: Logger) throws(PromptFaults) {
        (self.path, self.logger) = (path, logger)
        var faults = PromptFaults(faults: [])
        state.withLock { state in
            do throws(PromptFaults) {
                let files = try PromptFiles(in: path)
                state.stamps = files.stamps
                (state.prompts, faults) = files.read(keeping: [:])
            } catch {
                faults = error
            }
        }
        guard faults.faults.isEmpty else { throw faults }
    }

    /// The prompts, in the order of their names.
    ///
    /// Files that have changed are read again.
    @concurrent package func list() async -> [PromptFile] {
        refresh()
        return state.withLock { $0.prompts.values.sorted { $0.name < $1.name } }
    }

    /// Returns a prompt with values for its arguments, as the result of `prompts/get`.
    ///
    /// - Throws: `RPCError` if there is no such prompt, or the values do not fit it.
    @concurrent package func prompt(_ name: String, _ values: [String: String]) async throws -> JSONObject {
        refresh()
        guard let prompt = state.withLock({ $0.prompts[name] }) else {
            throw RPCError.invalid("there is no prompt named '\(name.prefix(80))'; prompts/list names them")
        }
        return try prompt.result(values)
    }

    /// Returns the suggested values of an argument for a text that a person has started to write.
    package func complete(_ name: String, argument: String, prefix: String) -> [String] {
        state.withLock { $0.prompts[name] }?.completions(of: argument, for: prefix) ?? []
    }

    /// Returns a stream with an element for each time when the prompts have changed; it ends with its reader.
    ///
    /// - Parameter interval: The time between two looks at the folder.
    package func changes(every interval: Duration = .seconds(5)) -> AsyncStream<Void> {
        let seen = Version(state.withLock(\.version))
        return AsyncStream { [self] in
            while true {
                // The interval itself is the reason to sleep here. Systems report changes of network folders in no other way.
                guard (try? await Task.sleep(for: interval)) != nil else { return nil }
                if seen.isPassed(by: await currentVersion()) { return () }
            }
        }
    }

    @concurrent private func currentVersion() async -> Int {
        refresh()
        return state.withLock(\.version)
    }

    /// Reads the files again if one of them has changed.
    private func refresh() {
        let faults: PromptFaults? = state.withLock { state in
            let files: PromptFiles
            do throws(PromptFaults) {
                files = try PromptFiles(in: path)
            } catch {
                // The faults are logged once, when the folder becomes unusable.
                defer { state.stamps = [:] }
                return state.stamps.isEmpty ? nil : error
            }
            guard files.stamps != state.stamps else { return nil }
            let (prompts, faults) = files.read(keeping: state.prompts)
            state.stamps = files.stamps
            if prompts != state.prompts {
                state.prompts = prompts
                state.version += 1
            }
            return faults.faults.isEmpty ? nil : faults
        }
        guard let faults else { return }
        logger.warning(
            "Kept the earlier prompts of files that cannot be used; repair them",
            metadata: ["faults": "\(faults)"]
        )
    }
}

/// The last version of the prompts that a reader of changes has received.
private final class Version: Sendable {
    private let last: Mutex<Int>

    init(_ version: Int) { last = Mutex(version) }

    /// Whether a version is later; it is then the last one.
    func isPassed(by version: Int) -> Bool {
        last.withLock { last in
            defer { last = version }
            return version > last
        }
    }
}
