public import Foundation

/// A program of this package, beside the one that runs.
public enum ChildProcess {
    /// A child that ended badly, or printed what makes no sense.
    public struct Failure: Error, CustomStringConvertible {
        /// What went wrong, as a sentence.
        public var description: String

        /// A failure.
        public init(_ description: String) { self.description = description }
    }

    /// Runs it to its end and reads the `name=number` pairs that it prints.
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

    /// A process that is ready to be started; its errors go where ours go.
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
