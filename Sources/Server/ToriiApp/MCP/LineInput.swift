import Dispatch
import Glibc
import ModelContextProtocol
import Synchronization

/// The messages that a client writes into a pipe, one in each line.
///
/// It has one reader. Nothing is read ahead of the reader but the rest of a block, so a client that writes too fast has to wait.
final class LineInput: Sendable {
    private struct State {
        var splitter: LineSplitter
        var lines: ArraySlice<LineSplitter.Line> = []
        var isOver = false
    }

    /// The maximum length of a line, in bytes.
    static let longestLine = 10_000_000
    private static let blockBytes = 64 << 10

    private let descriptor: Int32
    /// Both ends of the pipe that ends the wait for input.
    private let wake: (reading: Int32, writing: Int32)
    /// Runs the calls that block.
    private let queue = DispatchQueue(label: "torii.mcp.input")
    private let state = Mutex(State(splitter: LineSplitter(longest: LineInput.longestLine)))

    /// Makes an input.
    ///
    /// - Parameter descriptor: The pipe, which stays open.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var ends: [Int32] = [-1, -1]
        // Without the pipe, only the end of the input ends the wait.
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        wake = (ends[0], ends[1])
    }

    deinit {
        close(wake.reading)
        close(wake.writing)
    }

    /// Ends the input, as if the client had.
    func end() {
        var byte: UInt8 = 0
        _ = write(wake.writing, &byte, 1)
    }

    /// Returns the next line; `nil` at the end of the input.
    func nextLine() async -> LineSplitter.Line? {
        while true {
            let (line, isOver) = state.withLock { ($0.lines.popFirst(), $0.isOver) }
            if let line { return line }
            if isOver { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    queue.async {
                        self.readBlock()
                        continuation.resume()
                    }
                }
            } onCancel: {
                end()
            }
        }
    }

    /// Waits for input and reads a block.
    private func readBlock() {
        var waits = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waits, nfds_t(waits.count), -1) >= 0 else {
            if errno != EINTR { finish() }
            return
        }
        guard waits[1].revents == 0 else { return finish() }
        guard waits[0].revents != 0 else { return }
        var count = 0
        let block = [UInt8](unsafeUninitializedCapacity: Self.blockBytes) { space, used in
            count = read(descriptor, space.baseAddress, space.count)
            used = Swift.max(0, count)
        }
        guard count != 0, count > 0 || errno == EINTR || errno == EAGAIN else { return finish() }
        state.withLock { $0.lines += $0.splitter.feed(block) }
    }

    private func finish() {
        state.withLock { state in
            state.lines += state.splitter.finish()
            state.isOver = true
        }
    }
}

extension LineInput: AsyncSequence {
    /// A message, or the error of a line that is none.
    typealias Element = Result<RPCMessage, RPCError>

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let input: LineInput

        mutating func next() async -> Element? { await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            guard let line = await input.nextLine() else { return nil }
            guard case .bytes(let bytes) = line else {
                return .failure(
                    RPCError(.invalidRequest, "the line is longer than \(LineInput.longestLine) bytes and was ignored")
                )
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return .failure(RPCError(.parseError, "the line is not UTF-8"))
            }
            do throws(RPCError) {
                return .success(try RPCMessage(parsing: text))
            } catch {
                return .failure(error)
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(input: self) }
}
