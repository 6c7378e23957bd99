import Foundation

/// The process of a server that prints its port, `LoadServer` or `ModelServer`; each measurement has its own, so that none inherits
/// sockets of another.
public final class LoadServerProcess {
    /// The port on 127.0.0.1.
    public let port: Int
    private let process: Process
    private let input = Pipe()

    /// Starts the server and waits until it listens.
    public init(_ program: String = "LoadServer") throws {
        process = try ChildProcess.make(program, [])
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.filter(\.isNumber)) else {
            throw ChildProcess.Failure("\(program) printed no port.")
        }
        self.port = port
    }

    /// The server ends with its standard input.
    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
