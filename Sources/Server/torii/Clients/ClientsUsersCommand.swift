import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii clients users`: the settings of a client's users.
struct ClientsUsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "Let a client have users, and set their plans.",
        discussion: """
            Without an option the settings are printed. The options of limits are those of the plan default, from which all plans \
            inherit; the value none lifts a limit, except that of --effort, which any lifts. The app's own backend needs a token with \
            the scope users: never put that token into an app.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Flag(help: "Let the client have users, with strict limits where no option says more.")
    var on = false

    @Flag(help: "Make a client that has no user one without users again.")
    var off = false

    @Option(help: "A scope of users. Together they replace all current ones. Default: chat, devices and tools:*.")
    var scope: [String] = []

    @Option(
        help: ArgumentHelp(
            "A setting of a plan, such as pro:tokens-per-day=2000000. Repeat it for several. "
                + "The settings are the limits below, storage-mb, inventory-items, retention-days and model.",
            valueName: "plan:setting=value"
        )
    )
    var plan: [String] = []

    @Option(help: "The most new users in 24 hours, or none.")
    var newUsersPerDay: String?

    @Option(help: "The most new anonymous users in 24 hours, or none.")
    var newAnonymousUsersPerDay: String?

    @Option(
        help: ArgumentHelp(
            "The users that share a list of items: user, organization or shared.",
            valueName: "user|organization|shared"
        )
    )
    var inventory: String?

    @Option(help: ArgumentHelp("Whether requests without a user may use own data.", valueName: "true|false"))
    var ownData: String?

    @OptionGroup var limits: LimitOptions

    @OptionGroup var options: AdminOptions

    /// Whether an option changes a setting.
    private var changes: Bool {
        !scope.isEmpty || !plan.isEmpty || newUsersPerDay != nil || newAnonymousUsersPerDay != nil
            || inventory != nil || ownData != nil || !limits.isEmpty
    }

    func run() async throws {
        // Not in validate(), which would hide an unknown option.
        guard !(on && off) else { throw ValidationError("--on and --off exclude each other.") }
        guard !off || !changes else { throw ValidationError("--off has no other options beside it.") }
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            let id = client.id
            if off {
                _ = try await admin.send(.init(.delete, "clients", id, "users-settings"))
                return options.print(["users": nil], orText: "The client has no users.")
            }
            var settings = try await admin.send(.init(.get, "clients", id, "users-settings"), as: WireUserSettings.self)
            if on || changes {
                guard on || !settings.users.isNull else {
                    throw CommandFailure("The client has no users. Add --on to let it have some.")
                }
                let request = UserSettingsRequest(users: try changed(settings.users), revision: settings.revision)
                let call = AdminClient.Call(.put, "clients", id, "users-settings", body: request.jsonValue)
                settings = try await admin.send(call, as: WireUserSettings.self)
                for warning in settings.warnings ?? [] { Output.warn(warning) }
                if on { await warn(about: client, admin) }
            }
            try options.print(settings, as: Self.text)
        }
    }

    /// Warns of a client of which no token can be that of a user, with the next command.
    private func warn(about client: WireClient, _ admin: AdminClient) async {
        if let scope = client.scopes.first(where: { $0.hasPrefix("admin:") }) {
            return Output.warn(
                "the client has the scope \(scope), and a token of an administrator acts for no user: make a client for the app with "
                    + "torii clients create"
            )
        }
        let call = AdminClient.Call(.get, "clients", client.id, "issuers")
        guard !client.scopes.contains("users"),
            let issuers = try? await admin.send(call, as: WireList<WireIssuer>.self),
            issuers.elements.isEmpty
        else { return }
        let scopes = (client.scopes + ["users"]).map { "--scope '\($0)'" }.joined(separator: " ")
        Output.warn(
            "no request can be that of a user yet. If the app has a backend that names the users: torii clients update "
                + "\(client.name) \(scopes). If the app sends tokens of its users: torii issuers add \(client.name)"
        )
    }

    /// Returns settings with the changes of the options.
    private func changed(_ settings: JSONValue) throws -> JSONValue {
        var object = settings.objectValue ?? [:]
        if !scope.isEmpty { object["scopes"] = .array(scope.map(JSONValue.string)) }
        if let newUsersPerDay {
            object["new_users_per_day"] = try PlanWords.number(newUsersPerDay, of: "--new-users-per-day")
        }
        if let newAnonymousUsersPerDay {
            object["new_anonymous_users_per_day"] = try PlanWords.number(
                newAnonymousUsersPerDay,
                of: "--new-anonymous-users-per-day"
            )
        }
        if let inventory { object["inventory"] = .string(inventory) }
        if let ownData {
            guard let value = Bool(ownData) else {
                throw CommandFailure("--own-data must be true or false, not '\(ownData)'.")
            }
            object["own_data"] = .bool(value)
        }
        var plans = object["plans"]?.objectValue ?? [:]
        if !limits.isEmpty {
            var standard = plans["default"]?.objectValue ?? [:]
            try PlanWords.change(&standard, to: limits)
            plans["default"] = .object(standard)
        }
        for text in plan {
            guard let colon = text.firstIndex(of: ":"), let equals = text[colon...].firstIndex(of: "="),
                colon > text.startIndex
            else { throw CommandFailure("--plan must be plan:setting=value, not '\(text)'.") }
            let name = String(text[..<colon])
            var settings = plans[name]?.objectValue ?? [:]
            try PlanWords.change(
                &settings,
                String(text[text.index(after: colon)..<equals]),
                to: String(text[text.index(after: equals)...])
            )
            plans[name] = .object(settings)
        }
        if !plans.isEmpty { object["plans"] = .object(plans) }
        return .object(object)
    }

    /// Returns the settings as lines.
    static func text(_ settings: WireUserSettings) -> String {
        guard let object = settings.users.objectValue else { return "The client has no users." }
        let scopes = object["scopes"]?.arrayValue?.compactMap(\.stringValue) ?? []
        var lines = ["scopes: \(Cell.row(scopes))"]
        for (name, plan) in object["plans"]?.objectValue ?? [:] {
            lines.append("plan \(name): \(PlanWords.line(plan))")
        }
        let total = object["anonymous_total"].map(PlanWords.line) ?? ""
        lines.append("anonymous users together: \(total.isEmpty ? "no limit" : total)")
        for name in ["new_users_per_day", "new_anonymous_users_per_day", "inventory", "own_data"] {
            if let value = object[name] { lines.append(PlanWords.line([name: value])) }
        }
        return lines.joined(separator: "\n")
    }
}
