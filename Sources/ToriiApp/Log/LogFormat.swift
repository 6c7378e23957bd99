import Logging

/// The form of the log's lines.
enum LogFormat: String, CaseIterable {
    /// A line for people, as swift-log writes it.
    case text
    /// A JSON object in each line, for programs.
    case json

    /// A logger that writes to the standard error.
    func logger(label: String) -> Logger {
        switch self {
        case .text: Logger(label: label)
        case .json: Logger(label: label) { JSONLogHandler(label: $0) }
        }
    }
}
