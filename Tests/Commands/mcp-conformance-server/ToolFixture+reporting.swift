import ModelContextProtocol
import StreamingJSON

extension ToolFixture {
    /// Tools that send notifications while they work.
    static let reporting: [ToolFixture] = [
        ToolFixture("test_tool_with_logging", "Logs three messages.") { _, exchange in
            for (number, text) in ["started", "processing data", "completed"].enumerated() {
                if number > 0 { try await pause() }
                let subject = number == 1 ? "Tool" : "Tool execution"
                exchange.log(.info, .string("\(subject) \(text)"))
            }
            return .text("The tool has logged three messages.")
        },
        ToolFixture("test_logging_tool", "Logs a message.") { _, exchange in
            exchange.log(.info, "The tool was called")
            return .text("The tool has logged a message.")
        },
        ToolFixture("test_tool_with_progress", "Reports its progress.") { _, exchange in
            for progress in [0, 50, 100] {
                if progress > 0 { try await pause() }
                exchange.report(progress: Double(progress), total: 100)
            }
            return .text("The tool has reported its progress.")
        },
    ]

    /// Waits for the time that the suite prescribes between two notifications.
    private static func pause() async throws { try await Task.sleep(for: .milliseconds(50)) }
}
