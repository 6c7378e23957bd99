import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients update`: another name, other scopes or another expiry of a client.
struct ClientsUpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change a client's name, scopes or expiry.",
        discussion: "Options that are not given leave their part as it is. torii clients limits changes the limits."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "Its new name.")
    var name: String?

    @Option(help: "A scope, in the place of all that it has; may be given several times.")
    var scope: [String] = []

    @Option(help: "From when on its tokens are refused, such as 2026-12-31T00:00:00Z, or never.")
    var expires: String?

    @OptionGroup var options: AdminOptions

    func validate() throws {
        guard name != nil || !scope.isEmpty || expires != nil else {
            throw ValidationError("Nothing was to be changed. Give --name, --scope or --expires.")
        }
    }

    func run() async throws {
        try await options.console { console in
            let id = try await console.client(client).cell("id")
            var body = JSONObject()
            body["name"] = name.map(JSONValue.string)
            if !scope.isEmpty { body["scopes"] = .array(scope.map(JSONValue.string)) }
            if let expires { body["expires_at"] = expires == "never" ? .null : .string(expires) }
            let answer = try await console.send(.init(.patch, "clients", id, body: .object(body)))
            try await options.print(answer) { answer in
                let client = answer["client"] ?? .null
                let expiry = client["expires_at"]?.stringValue.map { ", until \($0)" } ?? ""
                return "Client \(client.shortID()), \(client.cell("name")): \(client.cell("scopes"))\(expiry)"
            }
        }
    }
}
