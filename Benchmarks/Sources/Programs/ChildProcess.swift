public import Foundation

/// A program of this package, in the same folder as the running one.
public enum ChildProcess {
    /// The error of a child that failed, or whose output is invalid.
    public struct Failure: Error, CustomStringConvertible {
        /// The failure, as a sentence.
        public var description: String

        /// Makes a failure.
        public init(_ description: String) { self.description = description }
    }

    /// Runs the program to its end and reads the `name=number` pairs that it prints.
    public static func figures(_ name: String, _ arguments: [String]) throws -> [String: Int] {
        let process = try make(name, arguments)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure("\(name) \(arguments.joined(separator: " ")) failed.")
        }
        let pairs = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { word in
            let parts = word.split(separator: "=")
            return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Makes a process that is ready to be started, with this program's standard error.
    public static func make(_ name: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = try FileManager.default
            .destinationOfSymbolicLink(atPath: "/proc/self/exe")
            .asFolder.appendingPathComponent(name)
        process.arguments = arguments
        return process
    }
}

extension String {
    fileprivate var asFolder: URL { URL(fileURLWithPath: self).deletingLastPathComponent() }
}
