import AssistantIntents
import Synchronization

/// The albums and pictures of an app for tests, and what its screen shows.
final class AlbumLibrary: Sendable {
    struct Contents {
        var albums: [(id: String, name: String)] = []
        var pictures: [(id: String, title: String?, isFavorite: Bool)] = []
        /// The identifier of the thing on the screen.
        var shown: String?
        /// The number of albums that were created.
        var creations = 0
    }

    private let contents: Mutex<Contents>

    init(albums: [(id: String, name: String)] = [("a1", "Summer"), ("a2", "Winter")]) {
        contents = Mutex(
            Contents(albums: albums, pictures: [("p1", "Fuji", true), ("p2", "Harbor", false)])
        )
    }

    func change<Result: Sendable>(_ body: (inout Contents) throws -> sending Result) rethrows -> Result {
        try contents.withLock { try body(&$0) }
    }

    var shown: String? { contents.withLock { $0.shown } }
    var creations: Int { contents.withLock { $0.creations } }
}
