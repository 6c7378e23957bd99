import Accounts
import Foundation
import Glibc
import Logging
import PrivateFiles
public import Secrets
import Storage
import Synchronization

/// The server for a program on this machine that uses a data folder: the one that runs on the folder, or else one within this process.
public struct LocalServer: Sendable {
    /// The URL of its interface for clients.
    public let url: String
    /// The token of the program's client; `nil` if a server runs and no token is set.
    public let token: SecretString?
    /// The file with the tokens of a first start, if they were created for this program; `nil` otherwise.
    public let firstTokensFile: String?
    /// Whether the server is within this process.
    public let isEmbedded: Bool

    /// Opens the server while `body` runs.
    ///
    /// A server within this process listens on a free port of the loopback address and ends with `body`; its log is written to a file.
    ///
    /// - Parameters:
    ///   - client: The name or the id of the client as which the folder is used; `nil` for the holder of `TORII_CLIENT_TOKEN`, else the
    ///     oldest client.
    ///   - token: The token for a server that runs; `nil` for `TORII_CLIENT_TOKEN`.
    /// - Throws: ``SettingsError``, `KeyVaultError` or `StoreError` for a problem at the start, each with its remedy.
    public static func with<Result: Sendable>(
        _ settings: Settings,
        client: String?,
        token: SecretString?,
        _ body: (LocalServer) async throws -> Result
    ) async throws -> Result {
        let lent = Mutex<SecretString?>(nil)
        let (greetings, source) = AsyncStream<Greeting>.makeStream()
        let log = LogFile(settings.chatLogPath)
        var logger = Logger(label: "torii") { JSONLogHandler(label: $0, sink: log.write) }
        logger.logLevel = settings.logLevel
        let hasTokens = Mutex(true)
        let server = ToriiServer(
            settings: settings.embedded,
            logger: logger,
            showsTokens: false,
            prepare: { [logger] services in
                hasTokens.withLock { $0 = !services.clients.isEmpty(.client) }
                let client = try await services.localClient(named: client, settings: settings, logger: logger)
                lent.withLock { $0 = services.clients.lendToken(to: client.owner.client) }
            },
            onListening: { source.yield($0) }
        )
        do {
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { source.finish() }
                    try await server.run()
                }
                guard let greeting = await greetings.first(where: { _ in true }) else {
                    try await group.next()
                    throw CancellationError()
                }
                defer { group.cancelAll() }
                let isNew = !hasTokens.withLock(\.self)
                return try await body(
                    LocalServer(
                        url: "http://127.0.0.1:\(greeting.port)",
                        token: lent.withLock(\.self),
                        firstTokensFile: isNew ? settings.firstTokensPath : nil,
                        isEmbedded: true
                    )
                )
            }
        } catch let busy as DataFolderBusy {
            let url = try busy.trustedClientURL()
            return try await body(
                LocalServer(url: url, token: token ?? settings.clientToken, firstTokensFile: nil, isEmbedded: false)
            )
        }
    }
}

extension Settings {
    /// The file with the log of a server within another program.
    fileprivate var chatLogPath: String { "\(dataDirectory)/chat.log" }

    /// The settings for a server within another program: one listener on the loopback address.
    fileprivate var embedded: Settings {
        var settings = self
        settings.host = "127.0.0.1"
        settings.port = 0
        settings.adminHost = nil
        settings.adminPort = nil
        return settings
    }
}

/// A file for log lines, readable by its owner only; a large one starts again.
private final class LogFile: Sendable {
    private static let mostBytes: off_t = 1 << 20
    private let path: String
    private let descriptor = Mutex<Int32?>(nil)

    init(_ path: String) { self.path = path }

    deinit { descriptor.withLock { if let opened = $0 { close(opened) } } }

    /// Writes a line; a missing folder or a full disk loses it rather than the program.
    @Sendable func write(_ line: [UInt8]) {
        descriptor.withLock { descriptor in
            // The server makes the folder when it has its settings, so the file is opened with the first line after that.
            if descriptor == nil { descriptor = opened() }
            guard let descriptor else { return }
            _ = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    private func opened() -> Int32? {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        if lseek(descriptor, 0, SEEK_END) > Self.mostBytes { ftruncate(descriptor, 0) }
        return descriptor
    }
}
