import Foundation

/// Streams that stay open for the lifetime of this object.
public final class HeldStreams {
    /// The runs that were started with the streams.
    public let runs: [String]
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    /// Opens the streams and waits until each has its first token.
    init(_ arguments: [String]) throws {
        process = try ChildProcess.make("ChatLoad", arguments)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("open=") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw ChildProcess.Failure("The streams could not be opened: \(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
        runs = text.split(separator: "\n").compactMap { $0.hasPrefix("run=") ? String($0.dropFirst(4)) : nil }
    }

    /// Closes all streams and returns how many had ended before.
    public func close() throws -> Int {
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let ended = Int(text.filter(\.isNumber)) else { throw ChildProcess.Failure("ChatLoad failed.") }
        return ended
    }

    deinit { if process.isRunning { process.terminate() } }
}
