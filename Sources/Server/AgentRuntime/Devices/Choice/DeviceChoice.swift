import AgentTools
import AgentWire
import Foundation

/// The choice of the app and device for a call.
///
/// The order is: the device or app that the person names; the owner of the entities; the device that has sent the turn; the one that
/// was seen last. Of several apps on the device, it is the one that has sent the turn, or the preferred one.
struct DeviceChoice {
    /// The decision.
    enum Decision {
        /// This app.
        case app(RegisteredApp)
        /// None, for this reason.
        case none(String)
    }

    /// The apps that can make the call.
    let candidates: [RegisteredApp]
    /// Returns the time of the last sign of life of a place that is live; `nil` if it is not.
    let lastSeen: (DevicePlace) -> Date?
    let defaultApps: [String: String]
    let sender: SendingDevice?
    let message: String
    let caller: Caller

    /// Returns the app for a call.
    ///
    /// - Parameters:
    ///   - tool: The name of the tool, for the reasons.
    ///   - owners: The owners of the entities that the call names; a device is `nil` if the ids are the same on all devices.
    func decide(for tool: DeviceToolName, owners: [(device: String?, app: String)]) -> Decision {
        guard !candidates.isEmpty else { return .none(unavailable(tool.schema)) }
        var apps = candidates
        if !owners.isEmpty {
            apps = apps.filter { app in
                owners.allSatisfy {
                    ($0.device == nil || $0.device == app.place.device) && $0.app == app.place.app
                }
            }
            guard !apps.isEmpty else {
                return .none(
                    caller.text(
                        "Nothing was done: these things belong to different apps or devices, or to one that cannot do this. "
                            + "Look them up again.",
                        "何も実行していません。対象が別々のアプリや端末のもの、またはこの操作ができないアプリのものです。もう一度検索してください。"
                    )
                )
            }
        }
        let named = apps.filter { isNamed($0.place) }
        if !named.isEmpty {
            apps = named
        } else if let other = candidates.first(where: { isNamed($0.place) }) {
            return .none(
                caller.text(
                    "Nothing was done: this is not on \(other.place.shownName). Look it up there first.",
                    "何も実行していません。これは \(other.place.shownName) にはありません。先にそこで検索してください。"
                )
            )
        }
        let live = apps.compactMap { app in lastSeen(app.place).map { (app: app, seen: $0) } }
        guard let latest = live.max(by: { $0.seen < $1.seen }) else {
            return .none(unreachable(apps.map(\.place)))
        }
        let device = live.first { $0.app.place.device == sender?.id }?.app.place.device ?? latest.app.place.device
        let onDevice = live.map(\.app).filter { $0.place.device == device }
        if onDevice.count == 1 { return .app(onDevice[0]) }
        let preferred = [sender?.id == device ? sender?.app : nil, defaultApps[device]].compactMap(\.self)
        for id in preferred { if let app = onDevice.first(where: { $0.place.app == id }) { return .app(app) } }
        return .none(ambiguous(onDevice.map(\.place)))
    }

    private func unavailable(_ schema: String) -> String {
        caller.text(
            "Nothing was done: no device of the person has an app for \(schema).",
            "何も実行していません。\(schema) に対応するアプリのある端末がありません。"
        )
    }

    private func unreachable(_ places: [DevicePlace]) -> String {
        var names: [String] = []
        for place in places where !names.contains(place.shownName) { names.append(place.shownName) }
        let list = names.joined(separator: ", ")
        return caller.text(
            "Nothing was done: \(list) is not connected now. The person can open the app there and ask again.",
            "何も実行していません。\(list) は現在接続されていません。アプリを開いてからもう一度お試しください。"
        )
    }

    private func ambiguous(_ places: [DevicePlace]) -> String {
        let apps = places.map(\.shownApp).joined(separator: ", ")
        return caller.text(
            "Nothing was done yet: several apps on \(places[0].shownName) can do this: \(apps). Ask the person which app, then call again.",
            "まだ実行していません。\(places[0].shownName) には対応するアプリが複数あります: \(apps)。どのアプリを使うかユーザーに尋ねてから、もう一度呼び出してください。"
        )
    }
}

// MARK: - Names in a message

extension DeviceChoice {
    private func isNamed(_ place: DevicePlace) -> Bool {
        if place.name != place.device, contains(place.name) { return true }
        if isAddressed(place.device) || contains(place.app) { return true }
        // The last part of an app's id may be a word of the request, such as "album".
        return isAddressed(place.app.split(separator: ".").last.map(String.init) ?? place.app)
    }

    /// Whether the message names one of the candidates.
    var isPlaceNamed: Bool { candidates.contains { isNamed($0.place) } }

    /// Whether the message has a name as whole words.
    private func contains(_ name: String) -> Bool { !places(of: name).isEmpty }

    /// Whether the message names an app or a device by a word that may also mean something else: "in Album", "Album で", or nothing
    /// else.
    private func isAddressed(_ name: String) -> Bool {
        let text = message.lowercased()
        return places(of: name).contains { place in
            let before = text[..<place.lowerBound].split(whereSeparator: \.isWhitespace).suffix(2).map(String.init)
            let after = text[place.upperBound...].drop(while: \.isWhitespace)
            if let last = before.last {
                let word = ["the", "my"].contains(last) ? before.first : last
                if let word, ["in", "on", "with", "using", "from"].contains(word) { return true }
            } else if after.allSatisfy({ $0.isPunctuation || $0.isWhitespace }) {
                return true
            }
            return after.hasPrefix("で") || after.hasPrefix("の") || after.hasPrefix("app") || after.hasPrefix("アプリ")
        }
    }

    private func places(of name: String) -> [Range<String.Index>] {
        let (text, name) = (message.lowercased(), name.lowercased())
        guard !name.isEmpty, name.utf8.count <= 200, text.utf8.count <= 4_000 else { return [] }
        return text.ranges(of: name).filter { place in
            let before = place.lowerBound > text.startIndex ? text[text.index(before: place.lowerBound)] : " "
            let after = place.upperBound < text.endIndex ? text[place.upperBound] : " "
            return !(before.isASCII && (before.isLetter || before.isNumber))
                && !(after.isASCII && (after.isLetter || after.isNumber))
        }
    }
}
