import Foundation
import Glibc
import Synchronization

/// A runner of the built `torii`.
struct Command: Sendable {
    /// The result of a command.
    struct Result: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// A running server.
    struct Server: Sendable {
        /// The id of its process.
        let process: pid_t
        /// Its base URL.
        let url: String
        /// The greeting on its standard output, which is a pipe.
        let greeting: String

        /// Kills it, like a failing machine.
        func kill() { _ = Glibc.kill(process, SIGKILL) }
    }

    /// The working folder, which is also the data folder.
    let folder: String
    /// Settings in addition to those of the folder.
    var settings: [String: String] = [:]

    /// The program.
    ///
    /// The package's build puts it beside the tests' resources.
    static var program: URL {
        Bundle.module.bundleURL.deletingLastPathComponent().appendingPathComponent("torii")
    }

    /// Held while a process is started: Foundation's `Process` crashes now and then if several threads start one at the same time.
    private static let starting = Mutex(())

    /// Runs a command until it exits.
    /// - Parameters:
    ///   - words: The words of the command.
    ///   - input: The standard input.
    func callAsFunction(_ words: String..., input: String = "") async throws -> Result {
        try await run(words, input: input)
    }

    /// Runs a command at a terminal, at which a person has typed lines, until it exits.
    func atTerminal(_ words: String..., typed: String) async throws -> Result {
        // Glibc's module lacks posix_openpt and its kin, so the requests of pty(7) are made here: unlock, and return the number.
        let person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(person) }
        var (lock, number): (Int32, Int32) = (0, -1)
        guard person >= 0, ioctl(person, 0x4004_5431, &lock) == 0, ioctl(person, 0x8004_5430, &number) == 0 else {
            throw POSIXError(.ENOTTY)
        }
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard terminal >= 0, write(person, typed, typed.utf8.count) == typed.utf8.count else { throw POSIXError(.EIO) }
        return try await run(words, terminal: FileHandle(fileDescriptor: terminal, closeOnDealloc: true))
    }

    /// Runs a command until it exits.
    func run(_ words: [String], input: String = "", terminal: FileHandle? = nil) async throws -> Result {
        let process = process(words)
        let files = ["in", "out", "errors"].map { URL(fileURLWithPath: "\(folder)/\($0)-\(UUID().uuidString)") }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        for file in files { try Data().write(to: file) }
        try Data(input.utf8).write(to: files[0])
        process.standardInput = try terminal ?? FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        let (ends, source) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            source.yield(process.terminationStatus)
            source.finish()
        }
        try Self.starting.withLock { _ in try process.run() }
        var status: Int32 = -1
        for await end in ends { status = end }
        return Result(
            status: status,
            output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        )
    }

    /// Returns a process that is not started yet.
    private func process(_ words: [String]) -> Process {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["TORII_DATA_DIR": folder + "/data"].merging(settings) { $1 }
        return process
    }

    /// Runs a server on the data folder while `body` runs, which may kill it.
    func withServer(_ body: (Server) async throws -> Void) async throws {
        let process = process(["serve", "--port", "0"])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        let (texts, text) = AsyncStream<String>.makeStream()
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { text.finish() } else { text.yield(String(decoding: data, as: UTF8.self)) }
        }
        try process.run()
        var said = ""
        for await piece in texts {
            said += piece
            if said.contains("Torii listens on") { break }
        }
        let result: Swift.Result<Void, any Error>
        do {
            let lines = try String(contentsOfFile: folder + "/data/torii.lock", encoding: .utf8).split(separator: "\n")
            let server = Server(
                process: process.processIdentifier,
                url: lines.last.map(String.init) ?? "",
                greeting: said
            )
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        if process.isRunning { process.terminate() }
        for await _ in ends {}
        output.fileHandleForReading.readabilityHandler = nil
        try result.get()
    }
}

/// Creates a folder for one test, and deletes it afterwards.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "torii-command-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
}
