import FoundationEssentials

extension DAVStandIn {
    /// Returns the value of `Authorization` for a user name and a password, without the scheme.
    static func basic(_ user: String, _ password: String) -> String {
        Data("\(user):\(password)".utf8).base64EncodedString()
    }

    static func answer(
        _ request: RecordedRequest,
        _ dialect: Dialect,
        _ expansion: Expansion,
        passwords: AcceptedKeys,
        _ contents: DAVContents
    ) -> StandInReply {
        let root = dialect == .nextcloud ? "/remote.php/dav" : ""
        if request.path == "/.well-known/carddav" || request.path == "/.well-known/caldav" {
            return StandInReply(status: dialect == .xandikos ? 302 : 301, headers: [("Location", root + "/")])
        }
        let field = request.header("Authorization")
        guard passwords.accept(field.flatMap { $0.hasPrefix("Basic ") ? String($0.dropFirst(6)) : nil }) else {
            return failure(401)
        }
        guard request.path.hasPrefix(root + "/") else { return failure(404) }
        let writer = DAVWriter(dialect, host: request.header("Host") ?? "", root: root)
        let path = String(request.path.dropFirst(root.count))
        let books = dialect == .radicale ? "/alice/" : "/alice/contacts/"
        let calendars = dialect == .radicale ? "/alice/" : "/alice/calendars/"
        switch (request.method, path) {
        case ("PROPFIND", "/"):
            return writer.reply([(path, [.link("DAV", "current-user-principal", "/alice/")])])
        case ("PROPFIND", "/alice/") where request.header("Depth") == "0":
            return writer.reply([
                (
                    path,
                    [
                        .link("CAL", "calendar-home-set", calendars), .link("CARD", "addressbook-home-set", books),
                    ]
                )
            ])
        case ("PROPFIND", books), ("PROPFIND", calendars):
            let address: [DAVWriter.Resource] = [(books + "\(contents.book)/", [.type("CARD", "addressbook")])]
            let dates: [DAVWriter.Resource] = [
                (calendars + "personal/", [.type("CAL", "calendar"), .components("VEVENT")]),
                (calendars + "empty/", [.type("CAL", "calendar"), .components("VEVENT")]),
                (calendars + "tasks/", [.type("CAL", "calendar"), .components("VTODO")]),
            ]
            let own = (path == books ? address : []) + (path == calendars ? dates : [])
            return writer.reply([(path, [.type("DAV", "collection")])] + own)
        case ("REPORT", books + "\(contents.book)/"):
            return writer.reply(
                contents.cards.enumerated().map { ("\(path)\($0).vcf", [.data("CARD", "address-data", $1)]) }
            )
        case ("REPORT", calendars + "personal/"):
            var events = contents.events
            if request.bodyText.contains(":expand") {
                switch expansion {
                case .ignored: break
                case .refused(let status): return failure(status)
                case .given(let instances): events = instances
                }
            }
            return writer.reply(
                events.enumerated().map { ("\(path)\($0).ics", [.data("CAL", "calendar-data", $1)]) }
            )
        case ("REPORT", calendars + "empty/"):
            return writer.reply([])
        default:
            return failure(404)
        }
    }
}
