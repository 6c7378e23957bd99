import BenchmarkReport
import Foundation

/// A program of the system that is used for measuring.
enum Tool {
    /// Returns the path of a program; `nil` if it is not installed.
    static func path(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/usr/sbin/"].map { $0 + name }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Makes a process that is ready to be started.
    static func make(_ name: String, _ arguments: [String]) throws -> Process {
        guard let path = path(name) else { throw BenchmarkFailure("\(name) is not installed.") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        return process
    }

    /// Runs a process to its end and returns its output.
    static func run(_ name: String, _ arguments: [String]) throws -> String {
        let process = try make(name, arguments)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("\(name) \(arguments.joined(separator: " ")) failed.")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
