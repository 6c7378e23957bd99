import AssistantIntents
import AssistantSchemas
import Foundation
import Synchronization

/// What the intents of the app for these tests have done, and what holds them.
final class ConnectedApp: Sendable {
    private struct State {
        var albums: [String] = []
        var performed: [String] = []
    }

    private let state = Mutex(State())
    /// Has an element for each intent that starts.
    let starts: AsyncStream<String>
    private let start: AsyncStream<String>.Continuation
    /// Has an element for each intent that was canceled.
    let cancellations: AsyncStream<String>
    private let cancellation: AsyncStream<String>.Continuation

    init() {
        (starts, start) = AsyncStream.makeStream()
        (cancellations, cancellation) = AsyncStream.makeStream()
    }

    var albums: [String] { state.withLock(\.albums) }
    var performed: [String] { state.withLock(\.performed) }

    func add(_ name: String) -> String {
        state.withLock { state in
            state.albums.append(name)
            state.performed.append("create \(name)")
            return "a\(state.albums.count)"
        }
    }

    func note(_ action: String) { state.withLock { $0.performed.append(action) } }

    /// Holds an intent until it is canceled.
    func hold(_ name: String) async throws {
        start.yield(name)
        do { try await Task.sleep(for: .seconds(3600)) } catch {
            cancellation.yield(name)
            throw error
        }
    }

    func toolbox(ledger: (any CallLedgerStore)? = nil) throws -> Toolbox {
        let dependencies = AppDependencyManager()
        dependencies.add(dependency: self)
        return try Toolbox(
            app: .init(id: "com.example.shelf", version: "1"),
            timeZone: "Asia/Tokyo",
            locale: "en_US",
            options: ToolboxOptions(dependencies: dependencies, ledger: ledger)
        ) {
            ShelfCreateAlbum.self
            ShelfOpenAlbum.self
            ShelfDeleteAlbum.self
            ShelfAlbum.self
            ShelfAlbumType.self
        }
    }
}

@AppEntity(schema: .photos.album)
struct ShelfAlbum {
    static let defaultQuery = ShelfQuery()

    let id: String
    var name: String
    var creationDate: Date?
    var albumType: ShelfAlbumType
    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

extension ShelfAlbum {
    init(number: Int, _ name: String) {
        self.init(id: "a\(number)")
        (self.name, albumType) = (name, .custom)
    }
}

@AppEnum(schema: .photos.albumType)
enum ShelfAlbumType: String {
    case custom

    static let caseDisplayRepresentations: [ShelfAlbumType: DisplayRepresentation] = [.custom: "Custom album"]
}

struct ShelfQuery: EntityStringQuery {
    @Dependency var app: ConnectedApp

    func entities(for identifiers: [String]) async throws -> [ShelfAlbum] {
        app.albums.enumerated().map { ShelfAlbum(number: $0.offset + 1, $0.element) }
            .filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [ShelfAlbum] {
        app.albums.enumerated().map { ShelfAlbum(number: $0.offset + 1, $0.element) }
            .filter { $0.name.contains(string) }
    }
}

@AppIntent(schema: .photos.createAlbum)
struct ShelfCreateAlbum {
    var name: String
    @Dependency var app: ConnectedApp

    func perform() async throws -> some IntentResult & ReturnsValue<ShelfAlbum> {
        reportProgress(IntentProgress(completed: 1, total: 2))
        let id = app.add(name)
        return .result(value: ShelfAlbum(number: Int(id.dropFirst()) ?? 0, name))
    }
}

/// Is held until it is canceled.
@AppIntent(schema: .photos.openAlbum)
struct ShelfOpenAlbum: OpenIntent {
    var target: ShelfAlbum
    @Dependency var app: ConnectedApp

    func perform() async throws -> some IntentResult {
        app.note("open \(target.name)")
        try await app.hold(target.name)
        return .result()
    }
}

@AppIntent(schema: .photos.deleteAlbum)
struct ShelfDeleteAlbum: DeleteIntent {
    static let authenticationPolicy: IntentAuthenticationPolicy = .requiresLocalDeviceAuthentication

    var entities: [ShelfAlbum]
    @Dependency var app: ConnectedApp

    func perform() async throws -> some IntentResult {
        for album in entities { app.note("delete \(album.name)") }
        return .result()
    }
}
