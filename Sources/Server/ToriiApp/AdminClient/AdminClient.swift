import Accounts
import AgentServer
public import AgentWire
public import Foundation
import HTTPTypes
import KeyVault
public import StreamingJSON
import Transport

/// The admin interface for the command line: that of the server that uses the data folder, or that of the folder itself if no server does.
public struct AdminClient: Sendable {
    /// The HTTP method of a call.
    public enum Method: String, Sendable {
        /// Reads.
        case get = "GET"
        /// Creates something or performs an action.
        case post = "POST"
        /// Stores.
        case put = "PUT"
        /// Changes.
        case patch = "PATCH"
        /// Removes.
        case delete = "DELETE"
    }

    /// A call.
    public struct Call: Sendable {
        /// The method.
        public var method: Method
        /// The path below `/admin`, part by part, not encoded.
        public var path: [String]
        /// The fields of the query.
        public var query: [String: String]
        /// The body.
        public var body: JSONValue?
        /// A key that identifies the call.
        ///
        /// A call with a key is sent again if its response is lost.
        public var idempotencyKey: String?

        /// Creates a call.
        public init(
            _ method: Method,
            _ path: String...,
            query: [String: String] = [:],
            body: JSONValue? = nil,
            idempotencyKey: String? = nil
        ) {
            self.method = method
            self.path = path.flatMap { $0.split(separator: "/").map(String.init) }
            self.query = query
            self.body = body
            self.idempotencyKey = idempotencyKey
        }
    }

    private enum Destination {
        case server(RemoteAdmin)
        case folder(AdminInterface, DataFolderUse)
    }

    private let destination: Destination
    /// The URL at which browsers reach the server, as far as this machine knows it; `nil` if no server runs.
    public let clientsURL: String?
    /// The URL at which browsers reach the operator's console, as far as this machine knows it; `nil` if no server runs.
    public let consoleURL: String?

    /// A note for the person about `TORII_URL`, which the calls do not go to; `nil` if there is nothing to say.
    public let note: String?

    /// Opens the interface while `body` runs.
    ///
    /// - Parameter isCreating: Whether a missing data folder is made. A command that only reads or changes what is there makes none.
    /// - Throws: ``SettingsError`` if a server uses the folder and no admin token is set; the error that prevents opening the folder.
    public static func with<Result>(
        _ settings: Settings,
        isCreating: Bool = false,
        _ body: (AdminClient) async throws -> Result
    ) async throws -> Result {
        if let url = settings.adminURL { return try await with(server: url, clients: url, settings, body) }
        // A server that starts on a new folder has its lock before its database.
        guard isCreating || settings.storeKind.exists || DataFolderLock.exists(in: settings.dataDirectory) else {
            throw NoVault(settings: settings)
        }
        do {
            // While this process has the lock, no server starts on the folder.
            return try await DataFolderUse.with(settings) { folder in
                try await with(folder, settings, isCreating, body)
            }
        } catch let busy as DataFolderBusy {
            return try await with(server: busy.trustedURL(), clients: try? busy.trustedClientURL(), settings, body)
        }
    }

    private static func with<Result>(
        _ folder: DataFolderUse,
        _ settings: Settings,
        _ isCreating: Bool,
        _ body: (AdminClient) async throws -> Result
    ) async throws -> Result {
        let home = try await OpenVault(settings: settings, lease: folder.lock, isCreating: isCreating)
        do {
            let interface = try home.admin()
            // The command may have another folder of tools than the server, or none.
            try await home.vault.bindEarlierKeys(isComplete: false)
            let result = try await body(
                AdminClient(
                    destination: .folder(interface, folder),
                    clientsURL: nil,
                    consoleURL: nil,
                    note: settings.noteAboutClientURL(at: nil)
                )
            )
            await home.client.shutdown()
            return result
        } catch {
            await home.client.shutdown()
            throw error
        }
    }

    private static func with<Result>(
        server url: String,
        clients clientsURL: String?,
        _ settings: Settings,
        _ body: (AdminClient) async throws -> Result
    ) async throws -> Result {
        guard let token = settings.adminToken else {
            throw SettingsError(
                name: SettingName.adminToken.rawValue,
                message:
                    "the server at \(url) performs this command only with an admin token; set the token of that server"
            )
        }
        let client = HTTPClient()
        do {
            let remote = RemoteAdmin(url: url, token: token, client: client)
            // The public URL leads to the clients' address, which has the console unless administrators have their own address.
            let isConsolePublic = settings.adminURL == nil && settings.adminAddress == nil
            let result = try await body(
                AdminClient(
                    destination: .server(remote),
                    clientsURL: settings.publicURL ?? clientsURL,
                    consoleURL: isConsolePublic ? settings.publicURL ?? url : url,
                    note: settings.adminURL == nil ? settings.noteAboutClientURL(at: clientsURL) : nil
                )
            )
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }
}

extension AdminClient {
    /// Sends a call and returns the response body; `null` if there is none.
    ///
    /// - Throws: ``AdminFailure`` if the call is refused.
    public func send(_ call: Call) async throws -> JSONValue {
        switch destination {
        case .server(let server): return try await server.send(call)
        case .folder(let interface, let folder):
            let reply = try await Self.perform(call, wantsLines: false, on: interface)
            if call.method != .get { folder.keep() }
            switch reply {
            case .json(let value), .created(let value, _): return value
            case .nothing, .lines, .table: return .null
            }
        }
    }

    /// Sends a call and returns its response as a value of the wire.
    ///
    /// - Throws: ``AdminFailure`` if the call is refused or the response has another form.
    public func send<Reply: WireValue>(_ call: Call, as type: Reply.Type) async throws -> Reply {
        let answer = try await send(call)
        do throws(WireError) {
            return try Reply(jsonValue: answer)
        } catch {
            let detail = "the response cannot be read, perhaps because the server has another version (\(error))"
            throw AdminFailure(Problem(.internalError, detail: detail))
        }
    }

    /// Sends a call whose response is a list of lines.
    /// - Parameter onLines: Receives one or more lines at a time, or a piece of a long one.
    /// - Throws: ``AdminFailure`` if the call is refused or the response ends early.
    public func lines(_ call: Call, _ onLines: (Data) async throws -> Void) async throws {
        switch destination {
        case .server(let server): try await server.lines(call, onLines)
        case .folder(let interface, _):
            guard case .lines(let write) = try await Self.perform(call, wantsLines: true, on: interface) else { return }
            try await Self.convertingErrors { try await write(onLines) }
        }
    }

    private static func perform(
        _ call: Call,
        wantsLines: Bool,
        on interface: AdminInterface
    ) async throws -> AdminReply {
        guard let method = HTTPRequest.Method(rawValue: call.method.rawValue),
            let (route, parameters) = interface.route(method, call.path)
        else {
            throw AdminFailure(
                Problem(
                    .notFound,
                    detail: "there is no admin resource at \(call.path.joined(separator: "/")); check the name or id"
                )
            )
        }
        let request = AdminCall(
            parameters: parameters,
            query: call.query,
            body: call.body,
            idempotencyKey: call.idempotencyKey,
            wantsLines: wantsLines,
            actor: .commandLine,
            scopes: Scope.forAdministrators.union(Scope.forClients)
        )
        return try await convertingErrors { try await route.perform(request) }
    }

    /// Converts an error into the problem with which a server would respond.
    private static func convertingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let problem as Problem {
            throw AdminFailure(problem)
        } catch let error as WireError {
            throw AdminFailure(Problem(.invalidRequest, detail: error.description, faults: error.faults))
        } catch let error as AccountsError {
            throw AdminFailure(Problem(error) ?? Problem(.internalError, detail: error.message))
        } catch let error as KeyVaultError {
            throw AdminFailure(Problem(error) ?? Problem(.internalError, detail: error.message))
        }
    }
}

extension Settings {
    /// Returns a note if `TORII_URL` is set to another server than the one of the data folder.
    ///
    /// - Parameter url: The URL of the data folder's server for clients; `nil` if none runs.
    fileprivate func noteAboutClientURL(at url: String?) -> String? {
        func bare(_ url: String) -> Substring { url.hasSuffix("/") ? url.dropLast() : url[...] }
        guard let clientURL, url.map({ bare($0) != bare(clientURL) }) ?? true else { return nil }
        return
            "Note: this command uses the data folder \(dataDirectory). TORII_URL is only for torii chat and torii mcp; "
            + "set TORII_ADMIN_URL to administer another server."
    }
}
