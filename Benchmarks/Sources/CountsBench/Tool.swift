import BenchmarkReport
import Foundation

/// A program of the system that measures.
enum Tool {
    /// Where it is; `nil` when it is not installed.
    static func path(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/usr/sbin/"].map { $0 + name }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// A process that is ready to be started.
    static func make(_ name: String, _ arguments: [String]) throws -> Process {
        guard let path = path(name) else { throw BenchmarkFailure("\(name) is not installed.") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        return process
    }

    /// Runs it to its end and gives what it printed.
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
