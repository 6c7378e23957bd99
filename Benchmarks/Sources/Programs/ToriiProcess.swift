public import Foundation
import Glibc

/// `torii serve` as it is delivered, in a data folder of its own: with its token, its key and its database.
public final class ToriiProcess {
    /// What a client shows.
    public static let token = "torii_benchmark_0123456789abcdef"

    /// Where it listens on 127.0.0.1.
    public let port: Int
    /// How long it took from its start until `/healthz` was answered.
    public let startTime: Duration
    private let process: Process

    /// The number of the process.
    public var number: Int32 { process.processIdentifier }

    /// Starts the server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - program: The path of the binary.
    ///   - folder: Where the data, the log and nothing else are.
    ///   - model: The port of a `ModelServer`, which it asks as OpenAI's.
    ///   - settings: More settings, by the names that they have in the environment.
    public init(_ program: String, in folder: URL, model: Int, settings: [String: String] = [:]) throws {
        port = try FreePort.find()
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["serve"]
        process.currentDirectoryURL = folder
        process.environment = [
            "TORII_PORT": "\(port)", "TORII_DATA_DIR": folder.appendingPathComponent("data").path,
            "TORII_CLIENT_TOKEN": Self.token, "TORII_ADMIN_TOKEN": Self.token + "_admin",
            "TORII_MODEL": "openai:stand-in", "OPENAI_BASE_URL": "http://127.0.0.1:\(model)/v1",
            "OPENAI_API_KEY": "sk-benchmark-0001",
        ].merging(settings) { $1 }
        let log = folder.appendingPathComponent("torii.log")
        let file = FileHandle(
            fileDescriptor: open(log.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600),
            closeOnDealloc: true
        )
        process.standardOutput = file
        process.standardError = file
        let start = ContinuousClock.now
        try process.run()
        while !LoopbackRequest.isAnswered(port: port, path: "/healthz") {
            guard process.isRunning, ContinuousClock.now - start < .seconds(30) else {
                let end = (try? String(contentsOf: log, encoding: .utf8))?.suffix(1000) ?? ""
                throw ChildProcess.Failure("\(program) did not start:\n\(end)")
            }
            usleep(1000)
        }
        startTime = ContinuousClock.now - start
    }

    /// Stops it as an operator does, and waits for its end.
    public func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit { if process.isRunning { stop() } }
}
