import Accounts
import AgentServer
import AgentWire
public import Foundation
import HTTPTypes
import KeyVault
public import StreamingJSON
import Transport

/// The admin interface as the command line uses it: of the server that works on the data folder, or of the folder itself when none does.
public struct AdminConsole: Sendable {
    /// What is done to what the path names.
    public enum Method: String, Sendable {
        /// Looks.
        case get = "GET"
        /// Makes or does.
        case post = "POST"
        /// Changes.
        case patch = "PATCH"
        /// Removes.
        case delete = "DELETE"
    }

    /// A call.
    public struct Call: Sendable {
        /// What is done.
        public var method: Method
        /// The path below `/admin`, part by part, nothing in it encoded.
        public var path: [String]
        /// What stands in the query.
        public var query: [String: String]
        /// The body.
        public var body: JSONValue?
        /// A name for the call; one that has a name is sent again when its answer is lost.
        public var idempotencyKey: String?

        /// Makes a call.
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

    private enum Place {
        case server(RemoteAdmin)
        case folder(AdminInterface)
    }

    private let place: Place

    /// Opens the interface for the length of `body`.
    ///
    /// - Throws: ``SettingsError`` when a server works on the folder and no admin token is set; what keeps the folder from being opened.
    public static func with<Result>(
        _ settings: Settings,
        _ body: (AdminConsole) async throws -> Result
    ) async throws -> Result {
        if let url = settings.adminURL { return try await with(server: url, settings, body) }
        let lock: DataFolderLock
        do {
            lock = try DataFolderLock(settings.dataDirectory)
        } catch let busy as DataFolderBusy {
            return try await with(server: busy.trustedURL(), settings, body)
        }
        // No server starts on the folder while this one works on it.
        defer { lock.release() }
        let home = try await OpenVault(settings: settings)
        do {
            let result = try await body(AdminConsole(place: .folder(home.admin())))
            await home.client.shutdown()
            return result
        } catch {
            await home.client.shutdown()
            throw error
        }
    }

    private static func with<Result>(
        server url: String,
        _ settings: Settings,
        _ body: (AdminConsole) async throws -> Result
    ) async throws -> Result {
        guard let token = settings.adminToken else {
            throw SettingsError(
                name: SettingName.adminToken.rawValue,
                message:
                    "Torii is serving at \(url), and nothing changes its data but itself; set an admin token to ask it"
            )
        }
        let client = HTTPClient()
        do {
            let remote = RemoteAdmin(url: url, token: token, client: client)
            let result = try await body(AdminConsole(place: .server(remote)))
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }
}

extension AdminConsole {
    /// Makes a call and gives its answer; `null` for one that has nothing to say.
    ///
    /// - Throws: ``AdminFailure`` when it is refused.
    public func send(_ call: Call) async throws -> JSONValue {
        switch place {
        case .server(let server): return try await server.send(call)
        case .folder(let interface):
            switch try await Self.perform(call, wantsLines: false, on: interface) {
            case .json(let value), .created(let value, _): return value
            case .nothing, .lines: return .null
            }
        }
    }

    /// Makes a call that is answered line by line.
    /// - Parameter onLines: Given some whole lines at a time.
    /// - Throws: ``AdminFailure`` when it is refused, and when the lines break off.
    public func lines(_ call: Call, _ onLines: (Data) async throws -> Void) async throws {
        switch place {
        case .server(let server): try await server.lines(call, onLines)
        case .folder(let interface):
            guard case .lines(let write) = try await Self.perform(call, wantsLines: true, on: interface) else { return }
            try await Self.explained { try await write(onLines) }
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
            throw AdminFailure(Problem(.notFound, detail: "there is nothing at \(call.path.joined(separator: "/"))"))
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
        return try await explained { try await route.carryOut(request) }
    }

    /// Turns what a server would answer with a problem into the same problem.
    private static func explained<Result>(_ body: () async throws -> Result) async throws -> Result {
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
