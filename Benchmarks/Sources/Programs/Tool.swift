public import Foundation

/// A program of the system that is used for measuring.
public enum Tool {
    /// Returns the path of a program; `nil` if it is not installed.
    public static func path(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/usr/sbin/"].map { $0 + name }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Makes a process that is ready to be started.
    public static func make(_ name: String, _ arguments: [String]) throws -> Process {
        guard let path = path(name) else { throw ChildProcess.Failure("\(name) is not installed.") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        return process
    }

    /// Runs a process to its end and returns its output.
    public static func run(_ name: String, _ arguments: [String]) throws -> String {
        let process = try make(name, arguments)
        process.standardError = FileHandle.nullDevice
        return try output(of: process)
    }

    /// Runs a process that was made to its end and returns its output.
    static func output(of process: Process) throws -> String {
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let command = [process.executableURL?.lastPathComponent ?? ""] + (process.arguments ?? [])
            throw ChildProcess.Failure("\(command.joined(separator: " ")) failed.")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
