import Foundation
import Synchronization

/// The photos and albums of the app, and what its screen shows, in one file.
final class PhotoLibrary: Sendable {
    struct Photo: Codable, Sendable {
        var id: String
        var title: String
        /// Further words by which people look for it.
        var words: [String]
        var date: Date
        var isFavorite = false
    }

    struct Album: Codable, Sendable {
        var id: String
        var name: String
        var photos: [String] = []
        var date: Date
    }

    struct Contents: Codable, Sendable {
        var photos: [Photo]
        var albums: [Album] = []
        /// The number of albums so far, for the next id.
        var albumCount = 0
        var screen = "All photos"
    }

    private let file: URL
    private let contents: Mutex<Contents>

    /// Opens the library of a folder; a new one has six photos.
    init(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "library.json")
        if FileManager.default.fileExists(atPath: file.path) {
            contents = Mutex(try JSONDecoder().decode(Contents.self, from: Data(contentsOf: file)))
        } else {
            contents = Mutex(Contents(photos: Self.samples))
        }
    }

    /// The present contents.
    var current: Contents { contents.withLock { $0 } }

    /// Changes the contents; the file has the change when this returns.
    func change<Result: Sendable>(_ body: (inout Contents) throws -> Result) throws -> Result {
        try contents.withLock { contents in
            var changed = contents
            let result = try body(&changed)
            try JSONEncoder().encode(changed).write(to: file, options: .atomic)
            if changed.screen != contents.screen { say("screen: \(changed.screen)") }
            contents = changed
            return result
        }
    }

    /// Returns the photos for some words, in any case.
    func photos(matching text: String) -> [Photo] {
        current.photos.filter { photo in
            ([photo.title] + photo.words).contains { $0.range(of: text, options: .caseInsensitive) != nil }
        }
    }

    private static let samples: [Photo] = [
        ("Harbor at dawn", ["sea", "港", "海", "夜明け"], 0), ("Beach with kites", ["sea", "海", "浜辺", "凧"], 40),
        ("Mount Fuji", ["mountain", "富士山", "山"], 95), ("Maple leaves", ["autumn", "紅葉", "秋"], 180),
        ("First snow", ["winter", "雪", "冬"], 240), ("Grandmother's cat", ["pet", "猫", "ネコ"], 300),
    ].enumerated().map { number, photo in
        Photo(
            id: "photo-\(number + 1)",
            title: photo.0,
            words: photo.1,
            date: Date(timeIntervalSince1970: 1_760_000_000 + photo.2 * 86_400)
        )
    }
}
