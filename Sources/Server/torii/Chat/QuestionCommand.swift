import Accounts
import AgentWire
import Foundation
import Glibc
import TerminalChat
import ToriiClient

/// One question: the answer is written to the standard output, and the exit status shows whether there is one.
struct QuestionCommand {
    let server: ServerSelection.Server
    let start: ConversationStart
    /// The tools whose calls are approved.
    let approved: Set<String>
    let isJSON: Bool

    private enum Event: Sendable {
        case event(NativeEvent, id: String?)
        case connection(RunView.Connection)
        case ended(ChatFailure?)
        case tick
    }

    /// Asks and returns the status.
    func run(_ question: String, _ environment: [String: String]) async throws -> OneAnswer.Status {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isWatched = isatty(STDERR_FILENO) == 1
        let profile = TerminalProfile(environment: environment, isTerminal: isTerminal)
        let locale = ChatLocale(environment: environment)
        if let notice = server.notice { Output.tell(notice.onTerminal) }
        await tellUnknownTools()
        var screen = Screen(profile, language: locale.language, isPlain: !profile.movesCursor)
        let clock = ContinuousClock()
        let beginning = clock.now
        let now: @Sendable () -> Duration = { beginning.duration(to: clock.now) }
        let form: OneAnswer.Form = isJSON ? .json : isTerminal && profile.movesCursor ? .styled : .text
        var answer = OneAnswer(
            form,
            isWatched: isWatched,
            approved: approved,
            titles: await titles(locale.language, isNeeded: isWatched || form == .styled),
            at: now()
        )
        let (events, source) = AsyncStream<Event>.makeStream()
        let service = server.service
        do {
            let request = ChatRequest(
                message: question,
                conversation: try await conversation(),
                model: start.model,
                locale: locale.tag,
                timeZone: TimeZone.current.identifier
            )
            await withDiscardingTaskGroup { group in
                group.addTask { await Self.read(service, request, now, source) }
                if form == .styled {
                    group.addTask {
                        while !Task.isCancelled {
                            try? await Task.sleep(for: .milliseconds(100))
                            source.yield(.tick)
                        }
                    }
                }
                for await event in events {
                    var steps: [OneAnswer.Step] = []
                    var isOver = false
                    switch event {
                    case .event(let event, let id): steps = answer.accept(event, id: id, screen.drawing, at: now())
                    case .connection(let connection): answer.setConnection(connection)
                    case .ended(let failure):
                        if let failure { steps = answer.fail(failure, screen.drawing) }
                        isOver = true
                    case .tick: break
                    }
                    for step in steps where await !perform(step, &screen, profile, isTerminal: isWatched) {
                        isOver = true
                    }
                    if isOver { break }
                    if form == .styled { screen.draw(Frame(live: answer.liveLines(screen.drawing, at: now()))) }
                }
                group.cancelAll()
            }
        } catch {
            for step in answer.fail(ChatFailure(error), screen.drawing) {
                _ = await perform(step, &screen, profile, isTerminal: isWatched)
            }
        }
        if form == .styled { RawTerminal.write(screen.finish()) }
        return answer.status
    }

    /// Tells the person of names that are no tools: a misspelt one approves nothing.
    ///
    /// Names with an underscore may be those of intents on devices, which are not listed.
    private func tellUnknownTools() async {
        guard !approved.isEmpty, let tools = try? await server.service.tools() else { return }
        let names = tools.map(\.name)
        for name in approved.sorted() where !names.contains(name) {
            let nearest = Suggestion.nearest(to: name, among: names)
            guard nearest != nil || !name.contains("_") else { continue }
            let hint = nearest.map { "; did you mean \($0)?" } ?? "."
            Output.tell("The server has no tool '\(name)' for --approve\(hint)".onTerminal)
        }
    }

    /// Returns the conversation to continue.
    private func conversation() async throws -> String? {
        guard start.continuesLatest else { return start.id }
        return try await server.service.conversations(limit: 1).conversations.first?.id
    }

    private func titles(_ language: ChatLanguage, isNeeded: Bool) async -> [String: String] {
        guard isNeeded, let tools = try? await server.service.tools() else { return [:] }
        let titles = tools.map { ($0.name, $0.titles[language.rawValue] ?? $0.titles["en"] ?? $0.name) }
        return Dictionary(titles, uniquingKeysWith: { first, _ in first })
    }

    private static func read(
        _ service: ToriiService,
        _ request: ChatRequest,
        _ now: @escaping @Sendable () -> Duration,
        _ source: AsyncStream<Event>.Continuation
    ) async {
        let options = RunOptions(
            // A run that waits for a person is left to its deadline; any other one ends with its reader.
            onStop: .detach,
            onNotice: { notice in
                switch notice {
                case .connected: source.yield(.connection(.connected))
                case .lost(_, let attempt, let wait):
                    source.yield(.connection(.lost(retryAt: now() + wait, attempt: attempt)))
                case .answerRefused: break
                }
            }
        )
        do {
            var iterator = service.chat(request, options: options).makeAsyncIterator()
            while let event = try await iterator.next() {
                source.yield(.event(event, id: await iterator.lastEventID))
            }
            source.yield(.ended(nil))
        } catch {
            source.yield(.ended(ChatFailure(error)))
        }
    }

    /// Performs a step, and returns whether the run is read on.
    private func perform(
        _ step: OneAnswer.Step,
        _ screen: inout Screen,
        _ profile: TerminalProfile,
        isTerminal: Bool
    ) async -> Bool {
        switch step {
        case .write(let text): RawTerminal.write(text)
        case .print(let lines): screen.draw(Frame(printed: lines))
        case .note(let lines):
            // Both may be one terminal, whose live lines must not be in between.
            RawTerminal.write(screen.finish())
            Output.tell(lines.map(\.text).joined(separator: "\n"))
        case .approve(let run, let call):
            do {
                let answers = RunAnswers(decisions: [(call, .approval)])
                _ = try await server.service.answer(run, with: answers)
            } catch {
                Output.tell(ChatFailure(error).lines(screen.drawing).map(\.text).joined(separator: "\n"))
                return false
            }
        case .leave: return false
        }
        return true
    }
}
