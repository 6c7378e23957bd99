import AgentWire
import Foundation
import Glibc
import TerminalChat
import ToriiClient

/// The chat of a person at a terminal: the shell around `ChatMachine`, which decides everything.
struct InteractiveChat {
    /// Something that happened.
    private enum Event: Sendable {
        case terminal(TerminalInput.Event)
        case chat(ChatInput)
        /// No byte followed an escape character.
        case escapeEnded
        /// The next frame may be drawn.
        case frame
    }

    /// The time between two ticks of clocks and marks.
    private static let tickTime = Duration.milliseconds(100)
    /// The shortest time between two frames, but for those after a key.
    private static let frameTime = Duration.milliseconds(16)
    /// The time after which an escape character is the Escape key.
    private static let escapeTime = Duration.milliseconds(50)

    let server: ServerSelection.Server
    let start: ConversationStart
    /// The file of typed messages; `nil` for none.
    let history: HistoryFile?

    /// Chats until the person leaves.
    func run(_ environment: [String: String]) async throws {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let profile = TerminalProfile(environment: environment, isTerminal: isTerminal)
        let isPlain = !profile.movesCursor
        if let notice = server.notice { Output.tell(notice.onTerminal) }
        let (events, source) = AsyncStream<Event>.makeStream()
        if !isPlain { try RawTerminal.enter() }
        defer { RawTerminal.leave() }
        let input = try TerminalInput { source.yield(.terminal($0)) }
        defer { input.end() }
        let clock = ContinuousClock()
        let beginning = clock.now
        let locale = ChatLocale(environment: environment)
        let now: @Sendable () -> Duration = { beginning.duration(to: clock.now) }
        let runs = ChatRuns(
            service: server.service,
            locale: locale,
            timeZone: TimeZone.current.identifier,
            now: now,
            send: { source.yield(.chat($0)) }
        )
        let machine = ChatMachine(
            .init(
                server: server.label,
                isPlain: isPlain,
                history: history?.load() ?? MessageHistory(),
                model: start.model
            )
        )
        var loop = Loop(
            chat: self,
            machine: machine,
            screen: Screen(profile, language: locale.language, isPlain: isPlain),
            runs: runs,
            now: now
        )
        await loop.run(events, source)
        input.end()
        RawTerminal.leave()
        if let id = loop.machine.conversationID, id.isPasteable {
            Output.tell(
                locale.language.words(
                    "Continue with: torii chat --continue, or --conversation \(id)",
                    "続きは torii chat --continue または --conversation \(id)"
                )
            )
        }
    }

    // MARK: - The loop

    /// The loop over everything that happens, in one task.
    private struct Loop {
        let chat: InteractiveChat
        var machine: ChatMachine
        var screen: Screen
        let runs: ChatRuns
        let now: @Sendable () -> Duration
        private var keys = KeyDecoder()
        private var isTicking = false
        private var isFrameDue = false
        private var lastFrame = Duration.zero
        private var hasLeft = false

        init(
            chat: InteractiveChat,
            machine: ChatMachine,
            screen: Screen,
            runs: ChatRuns,
            now: @escaping @Sendable () -> Duration
        ) {
            self.chat = chat
            self.machine = machine
            self.screen = screen
            self.runs = runs
            self.now = now
        }

        mutating func run(_ events: AsyncStream<Event>, _ source: AsyncStream<Event>.Continuation) async {
            let requests = ChatRequests(service: chat.server.service)
            await withDiscardingTaskGroup { group in
                screen.probe()
                await perform(
                    machine.start(
                        conversation: chat.start.id,
                        continuesLatest: chat.start.continuesLatest,
                        screen.drawing
                    ),
                    requests,
                    source,
                    &group
                )
                group.addTask {
                    if let session = try? await requests.service.session() { source.yield(.chat(.session(session))) }
                    if let tools = try? await requests.service.tools() { source.yield(.chat(.tools(tools))) }
                }
                draw()
                for await event in events {
                    let isKey = await handle(event, requests, source, &group)
                    if hasLeft { break }
                    schedule(isKey: isKey, source, &group)
                }
                group.cancelAll()
            }
            RawTerminal.write(screen.finish())
        }

        /// Draws now after a key, and otherwise at most once a frame's time.
        private mutating func schedule(
            isKey: Bool,
            _ source: AsyncStream<Event>.Continuation,
            _ group: inout DiscardingTaskGroup
        ) {
            let wait = lastFrame + InteractiveChat.frameTime - now()
            if isKey || wait <= .zero {
                draw()
            } else if !isFrameDue {
                isFrameDue = true
                group.addTask {
                    try? await Task.sleep(for: wait)
                    source.yield(.frame)
                }
            }
            if machine.isAnimated, !isTicking {
                isTicking = true
                group.addTask {
                    try? await Task.sleep(for: InteractiveChat.tickTime)
                    source.yield(.chat(.tick))
                }
            }
        }

        private mutating func draw() {
            lastFrame = now()
            screen.draw(&machine, at: lastFrame)
        }

        /// Applies an event, and returns whether the person caused it.
        private mutating func handle(
            _ event: Event,
            _ requests: ChatRequests,
            _ source: AsyncStream<Event>.Continuation,
            _ group: inout DiscardingTaskGroup
        ) async -> Bool {
            switch event {
            case .frame:
                isFrameDue = false
                return true
            case .chat(let input):
                if case .tick = input { isTicking = false }
                await apply(input, requests, source, &group)
                return false
            case .escapeEnded:
                for key in keys.flush() { await apply(.key(key), requests, source, &group) }
                return true
            case .terminal(.bytes(let bytes)):
                if screen.isPlain {
                    await acceptLines(bytes, requests, source, &group)
                    return true
                }
                for key in keys.feed(bytes) {
                    if case .cursorColumn(let column) = key { screen.accept(column: column) }
                    await apply(.key(key), requests, source, &group)
                }
                if keys.isAfterEscape {
                    group.addTask {
                        try? await Task.sleep(for: InteractiveChat.escapeTime)
                        source.yield(.escapeEnded)
                    }
                }
                return true
            case .terminal(.end):
                await leave(keepsRun: true)
                return true
            case .terminal(.signal(let signal)):
                await accept(signal, requests, source, &group)
                return true
            }
        }

        /// Accepts the lines of a plain terminal.
        private mutating func acceptLines(
            _ bytes: [UInt8],
            _ requests: ChatRequests,
            _ source: AsyncStream<Event>.Continuation,
            _ group: inout DiscardingTaskGroup
        ) async {
            if bytes.contains(UInt8(ascii: "\n")) { screen.endLine() }
            for key in keys.feed(bytes) {
                // The terminal sends a line with its end; there is no key for a line break.
                await apply(.key(key == .newLine ? .enter : key), requests, source, &group)
            }
        }

        private mutating func accept(
            _ signal: Int32,
            _ requests: ChatRequests,
            _ source: AsyncStream<Event>.Continuation,
            _ group: inout DiscardingTaskGroup
        ) async {
            switch signal {
            case SIGWINCH: screen.resize()
            case SIGCONT:
                if !screen.isPlain { try? RawTerminal.enter() }
                screen.resize()
                screen.forget()
            case SIGINT: await apply(.key(.control("c")), requests, source, &group)
            default: await leave(keepsRun: true)
            }
        }

        private mutating func apply(
            _ input: ChatInput,
            _ requests: ChatRequests,
            _ source: AsyncStream<Event>.Continuation,
            _ group: inout DiscardingTaskGroup
        ) async {
            guard !hasLeft else { return }
            await perform(machine.handle(input, screen.drawing, at: now()), requests, source, &group)
        }

        private mutating func perform(
            _ actions: [ChatAction],
            _ requests: ChatRequests,
            _ source: AsyncStream<Event>.Continuation,
            _ group: inout DiscardingTaskGroup
        ) async {
            for action in actions {
                switch action {
                case .send(let turn): runs.start(turn)
                case .follow(let run): runs.join(run)
                case .stop: runs.stop()
                case .decide(let run, let call, let answer): runs.decide(call, of: run, answer)
                case .remember(let message): chat.history?.append(message)
                case .copy(let text): screen.copy(text)
                case .clearScreen: screen.clear()
                case .suspend: suspend()
                case .quit(let keepsRun): await leave(keepsRun: keepsRun)
                case .list, .open, .openLatest, .rename, .delete, .export:
                    let drawing = screen.drawing
                    group.addTask {
                        if let reply = await requests.perform(action, drawing) { source.yield(.chat(reply)) }
                    }
                }
            }
        }

        private mutating func leave(keepsRun: Bool) async {
            guard !hasLeft else { return }
            hasLeft = true
            await runs.leave(keepsRun: keepsRun)
        }

        /// Stops the process as the terminal would; `SIGCONT` arrives when the shell continues it.
        private mutating func suspend() {
            RawTerminal.write(screen.finish())
            RawTerminal.leave()
            kill(getpid(), SIGTSTP)
        }
    }
}
