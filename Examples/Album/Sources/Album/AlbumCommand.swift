import Foundation
import ToriiClient
import ToriiDevices

/// A photo album app that a person uses by chat.
///
///     album device                    is the app: it shows its screen and performs calls until it is stopped
///     album ask [-c CONVERSATION] TEXT…  sends a turn from the app and shows it
///     album show                      shows the library
///     album                           is the app and asks for turns
///
/// TORII_URL and TORII_TOKEN name the server and a client token with the scopes chat and devices. ALBUM_FOLDER (album) has the library,
/// and ALBUM_DEVICE (phone) is the id of the device.
@main
enum AlbumCommand {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            say("album: \(error)")
            exit(1)
        }
    }

    private static let usage = "usage: album [device | show | ask [-c CONVERSATION] TEXT…]"

    private static func run(_ words: [String]) async throws {
        let folder = URL(filePath: environment("ALBUM_FOLDER") ?? "album")
        if words == ["show"] { return show(try PhotoLibrary(in: folder).current) }
        guard let token = environment("TORII_TOKEN") else {
            say("Set TORII_TOKEN to a client token with the scopes chat and devices, and TORII_URL to the server.")
            exit(2)
        }
        let torii = ToriiService(url: environment("TORII_URL") ?? "http://127.0.0.1:8080", token: token)
        let id = environment("ALBUM_DEVICE") ?? "phone"
        let terminal = Terminal()
        switch words.first {
        case "device" where words.count == 1:
            let device = try Device(torii, id: id, folder: folder) { await terminal.ask($0) }
            try await device.connection.run()
        case "ask" where words.count > 1:
            var words = words.dropFirst()
            var conversation: String?
            if words.first == "-c", words.count > 2 {
                conversation = words[words.startIndex + 1]
                words = words.dropFirst(2)
            }
            let request = request(words.joined(separator: " "), conversation, on: SendingDevice(id: id, app: appID))
            let turn = Turn(torii: torii, request: request) { await terminal.ask($0) }
            if let next = try await turn.show() { say("conversation \(next)") }
        case nil:
            let device = try Device(torii, id: id, folder: folder) { await terminal.ask($0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await device.connection.run() }
                var conversation: String?
                while let text = await terminal.line() {
                    let request = request(text, conversation, on: device.connection.sender())
                    conversation = try await Turn(torii: torii, request: request) { await terminal.ask($0) }.show()
                }
                group.cancelAll()
            }
        default:
            say(usage)
            exit(2)
        }
    }

    private static let appID = "com.example.album"

    private static func request(_ text: String, _ conversation: String?, on device: SendingDevice) -> ChatRequest {
        ChatRequest(
            message: text,
            conversation: conversation,
            locale: environment("ALBUM_LOCALE"),
            timeZone: TimeZone.current.identifier,
            onDisconnect: .finish,
            device: device
        )
    }

    private static func show(_ contents: PhotoLibrary.Contents) {
        say("screen: \(contents.screen)")
        for album in contents.albums {
            let titles = contents.photos.filter { album.photos.contains($0.id) }.map(\.title)
            say("album \(album.name): \(titles.isEmpty ? "empty" : titles.joined(separator: ", "))")
        }
    }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
