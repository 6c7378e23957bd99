import Glibc
import Synchronization

/// A program that a test runs, and that ends with the tests.
final class ChildProcess: Sendable {
    /// The reason for which a program could not be used.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private struct State {
        var id: pid_t?
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    private let state = Mutex(State())

    /// Starts a program that writes to a file and inherits some sockets as its descriptors from 3 on.
    init(
        _ command: [String],
        environment: [String: String] = [:],
        output: String,
        inheriting sockets: [LoopbackSocket] = []
    ) async throws {
        // The system ends the program when the thread that started it ends, for whatever reason.
        let watch = Program.path("setpriv").map { [$0, "--pdeathsig", "TERM"] } ?? []
        let words = watch + command
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let code = await withCheckedContinuation { started in
            runOnThread { [self] in
                var id: pid_t = 0
                let code = Self.spawn(words, variables, output: output, sockets: sockets, id: &id)
                if code == 0 { state.withLock { $0.id = id } }
                started.resume(returning: code)
                if code == 0 { reap(id) }
            }
        }
        guard code == 0 else {
            throw Failure(description: "\(command[0]) did not start: \(String(cString: strerror(code)))")
        }
    }

    /// Runs a program to its end, which must be a success.
    static func run(_ command: [String], environment: [String: String] = [:], output: String) async throws {
        let process = try await ChildProcess(command, environment: environment, output: output)
        let status = await process.exitStatus
        guard status == 0 else {
            throw Failure(description: "\(command.joined(separator: " ")) ended with \(status); see \(output).errors")
        }
    }

    /// Asks the program to end, and waits for it.
    @discardableResult
    func stop() async -> Int32 {
        // Within the lock, because the id of a program that was waited for may already belong to another process.
        state.withLock { state in
            if let id = state.id { _ = kill(id, SIGTERM) }
        }
        return await exitStatus
    }

    /// The exit status, once the program has ended; 128 and the signal's number when a signal ended it.
    var exitStatus: Int32 {
        get async {
            await withCheckedContinuation { waiter in
                let status = state.withLock { state in
                    if state.status == nil { state.waiters.append(waiter) }
                    return state.status
                }
                if let status { waiter.resume(returning: status) }
            }
        }
    }
}

// MARK: The thread

extension ChildProcess {
    private func reap(_ id: pid_t) {
        var information = siginfo_t()
        // It leaves the process in the table, so that its id stays reserved until the lock is held.
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0 {}
        let (waiters, status) = state.withLock { state in
            var word: Int32 = 0
            waitpid(id, &word, 0)
            let signal = word & 0x7F
            let status = signal == 0 ? word >> 8 & 0xFF : 128 + signal
            state.id = nil
            state.status = status
            defer { state.waiters = [] }
            return (state.waiters, status)
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }

    private typealias CloseAll = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Closes all descriptors from a number on; a GNU extension that the Glibc module does not show.
    private static let closeAll = unsafeBitCast(
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
        to: CloseAll.self
    )

    private static func spawn(
        _ words: [String],
        _ variables: [String],
        output: String,
        sockets: [LoopbackSocket],
        id: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, output + ".errors", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        for (index, socket) in sockets.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, socket.inheritable, Int32(3 + index))
        }
        // The program must not inherit what other tests have open, because a copy would keep their connections from closing.
        _ = closeAll(&actions, Int32(3 + sockets.count))
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        return posix_spawn(&id, words[0], &actions, nil, &arguments, &environment)
    }
}
