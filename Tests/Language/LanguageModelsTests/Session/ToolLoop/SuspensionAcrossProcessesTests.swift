import Foundation
import LanguageModels
import Testing

/// Two separate processes that share only a file with the transcript.
@Suite(.timeLimit(.minutes(2))) struct SuspensionAcrossProcessesTests {
    @Test func aTranscriptSuspendedInOneProcessIsFinishedInAnother() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "suspended-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }

        let first = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [file = file as String] in
            let session = LanguageModelSession(
                model: Household.model(),
                tools: Household.tools(),
                instructions: "Keep the house."
            )
            let turn = try await session.turn(Prompt("Who has a birthday? And throw the lamp away.")) { _ in }
            try JSONEncoder().encode(session.transcript).write(to: URL(filePath: file))
            for pending in turn.pendingCalls {
                print("process \(getpid()) waits for \(pending.call) (\(pending.need))")
            }
        }
        let second = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [file = file as String] in
            let data = try Data(contentsOf: URL(filePath: file))
            let session = LanguageModelSession(
                model: ScriptedModel([Household.readingOut]),
                tools: Household.tools(),
                transcript: try JSONDecoder().decode(Transcript.self, from: data)
            )
            #expect(session.pendingCalls.map(\.id) == ["c", "d"])
            let answer = try await session.resume([.output(Household.output("Ann, on the 9th")), .approval(id: "d")])
            #expect(answer.content == "c: Ann, on the 9th; s: 12 apples; d: deleted lamp")
            print("process \(getpid()) answers \(answer.content)")
        }
        let told = [first, second].map { String(decoding: $0?.standardOutputContent ?? [], as: UTF8.self) }
        for text in told { print(text, terminator: "") }
        let processes = Set(told.flatMap { text in text.matches(of: /process (\d+)/).map { String($0.1) } })
        #expect(processes.count == 2)
    }
}
