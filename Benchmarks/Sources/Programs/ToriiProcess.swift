public import Foundation
import Glibc

/// The released `torii serve` in its own data folder: with a token, a key and a database.
public final class ToriiProcess {
    /// The access token of the clients.
    public static let token = "torii_benchmark_0123456789abcdef"

    /// The name of the model.
    public static let model = "openai:stand-in"

    /// The port on 127.0.0.1.
    public let port: Int
    /// The time from the start until `/healthz` was answered.
    public let startTime: Duration
    private let program: String
    private let process: Process

    /// The number of the process.
    public var number: Int32 { process.processIdentifier }

    /// Starts the server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - program: The path of the binary.
    ///   - folder: The folder for the data and the log.
    ///   - model: The port of a `ModelServer`, which is used as OpenAI's API.
    ///   - settings: Further settings, by their names in the environment.
    ///   - runner: A command that executes the binary; it must remain one process.
    public init(
        _ program: String,
        in folder: URL,
        model: Int,
        settings: [String: String] = [:],
        runner: [String] = []
    ) throws {
        self.program = program
        port = try FreePort.find()
        process = Process()
        let command = runner + [program, "serve"]
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = folder
        process.environment = [
            "TORII_PORT": "\(port)", "TORII_DATA_DIR": folder.appendingPathComponent("data").path,
            "TORII_CLIENT_TOKEN": Self.token, "TORII_ADMIN_TOKEN": Self.token + "_admin",
            "TORII_MODEL": Self.model, "OPENAI_BASE_URL": "http://127.0.0.1:\(model)/v1",
            "OPENAI_API_KEY": "sk-benchmark-0001",
        ].merging(settings) { $1 }
        let log = folder.appendingPathComponent("torii.log")
        let file = FileHandle(
            fileDescriptor: open(log.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600),
            closeOnDealloc: true
        )
        process.standardOutput = file
        process.standardError = file
        // A runner that counts instructions makes the start fifty times slower.
        let patience = runner.isEmpty ? Duration.seconds(30) : .seconds(180)
        let start = ContinuousClock.now
        try process.run()
        while !LoopbackRequest.isAnswered(port: port, path: "/healthz") {
            guard process.isRunning, ContinuousClock.now - start < patience else {
                let end = (try? String(contentsOf: log, encoding: .utf8))?.suffix(1000) ?? ""
                throw ChildProcess.Failure("\(program) did not start:\n\(end)")
            }
            usleep(1000)
        }
        startTime = ContinuousClock.now - start
    }

    /// Runs a command of the binary with the settings of the server, and returns its output.
    public func output(of arguments: [String]) throws -> String {
        let command = Process()
        command.executableURL = URL(fileURLWithPath: program)
        command.arguments = arguments
        command.currentDirectoryURL = process.currentDirectoryURL
        command.environment = process.environment
        return try Tool.output(of: command)
    }

    /// Stops the server as an operator does, and waits for its end.
    public func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit { if process.isRunning { stop() } }
}
