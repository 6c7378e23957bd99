import Foundation

/// Streams that are open and stay open until this object goes.
public final class HeldStreams {
    /// The runs that they read, where those were started with them.
    public let runs: [String]
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    /// Opens them and waits until each has its first token.
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

    /// Closes all of them; tells how many had ended before.
    public func close() throws -> Int {
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let ended = Int(text.filter(\.isNumber)) else { throw ChildProcess.Failure("ChatLoad failed.") }
        return ended
    }

    deinit { if process.isRunning { process.terminate() } }
}
