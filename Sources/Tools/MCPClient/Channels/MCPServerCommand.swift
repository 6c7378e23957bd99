import AgentTools
import Foundation
package import KeyLeasing
import ModelContextProtocol
import Secrets
import Subprocess
import SystemPackage
import Transport

/// A command that is an MCP server.
package struct MCPServerCommand: Sendable {
    /// The program and its arguments.
    package var arguments: [String]
    /// The environment of the program; a value that contains `{key}` gets a key of the server's pool.
    package var environment: [String: String]
    /// The working folder; `nil` for Torii's.
    package var folder: String?
    /// Lends the key for the environment.
    package var lease: KeySource
    /// Receives notifications that belong to no request.
    var receive: @Sendable (RPCMessage) async -> Void = { _ in }

    /// Makes a command.
    package init(
        _ arguments: [String],
        environment: [String: String] = [:],
        folder: String? = nil,
        lease: @escaping KeySource = { nil }
    ) {
        (self.arguments, self.environment, self.folder, self.lease) = (arguments, environment, folder, lease)
    }

    /// The sign for a key in a value.
    package static let keySign = "{key}"

    /// Returns what `swift-subprocess` starts, and the search for the key in what the program writes; `nil` without a key.
    ///
    /// The program leads a process group of its own, so that it ends with all processes that it started.
    func configuration() async throws -> (Configuration, SecretEcho?) {
        guard let name = arguments.first, let program = Self.program(name) else {
            throw MCPFailure(
                .unreachable,
                of: arguments.first ?? "",
                "there is no such program in Torii's PATH; write its whole path"
            )
        }
        var environment = environment
        var echo: SecretEcho?
        if environment.values.contains(where: { $0.contains(Self.keySign) }) {
            guard let lease = try await lease() else {
                throw MCPFailure(
                    .unauthorized,
                    of: name,
                    "its environment needs a key, and there is none; add one with torii keys add"
                )
            }
            echo = SecretEcho(of: lease)
            let key = lease.secret.withBytes { String(decoding: $0, as: UTF8.self) }
            environment = environment.mapValues { $0.replacingOccurrences(of: Self.keySign, with: key) }
        }
        var options = PlatformOptions()
        options.processGroupID = 0
        let configuration = Configuration(
            executable: .path(FilePath(program)),
            arguments: Arguments(Array(arguments.dropFirst())),
            environment: .custom(
                Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })
            ),
            workingDirectory: folder.map { FilePath($0) },
            platformOptions: options
        )
        return (configuration, echo)
    }

    /// Returns the path of a program: itself if it has a slash, else the first of that name in Torii's PATH.
    static func program(_ name: String) -> String? {
        guard !name.contains("/") else { return name }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
