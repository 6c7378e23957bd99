import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients update`: a new name, new scopes or a new expiry for a client.
struct ClientsUpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change a client's name, scopes or expiry.",
        discussion: "Only what an option names is changed. For the limits, use torii clients limits."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "The new name.")
    var name: String?

    @Option(help: "A new scope; together they replace all current ones. Repeat it for several.")
    var scope: [String] = []

    @Option(help: "The time when its tokens expire, such as 2026-12-31T00:00:00Z, or never.")
    var expires: String?

    @OptionGroup var options: AdminOptions

    func validate() throws {
        guard name != nil || !scope.isEmpty || expires != nil else {
            throw ValidationError("There is nothing to change. Add --name, --scope or --expires.")
        }
    }

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.client(client).cell("id")
            var body = JSONObject()
            body["name"] = name.map(JSONValue.string)
            if !scope.isEmpty { body["scopes"] = .array(scope.map(JSONValue.string)) }
            if let expires { body["expires_at"] = expires == "never" ? .null : .string(expires) }
            let answer = try await admin.send(.init(.patch, "clients", id, body: .object(body)))
            try await options.print(answer) { answer in
                let client = answer["client"] ?? .null
                let expiry = client["expires_at"]?.stringValue.map { ", until \($0)" } ?? ""
                return "Client \(client.shortID()), \(client.cell("name")): \(client.cell("scopes"))\(expiry)"
            }
        }
    }
}
