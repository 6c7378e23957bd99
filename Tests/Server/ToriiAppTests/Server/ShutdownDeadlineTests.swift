import Foundation
import Testing

@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct ShutdownDeadlineTests {
    /// Every thread of the pool of tasks, and the main thread, is busy for ever.
    @Test(arguments: [SIGTERM, SIGINT])
    func theProcessEndsWhateverItsThreadsDo(signal number: Int32) async {
        await #expect(processExitsWith: .exitCode(1)) { [number] in
            ShutdownDeadline.watch(delay: .milliseconds(50))
            for _ in 0..<64 { Task.detached { while true {} } }
            kill(getpid(), number)
            while true {}
        }
    }
}
