import CWebAssets
import Crypto
import FileReading
import Foundation
import SpokenDecisions
import Synchronization

/// The files of the two pages: a shell for each, and the modules, styles and pictures that the shells name.
///
/// The files are part of the program. A shell names the others by a path that has the hash of all of them, so browsers keep them for
/// good, and a new version of the program is used at once.
package struct WebPages: Sendable {
    /// A file.
    final class File: Sendable {
        /// The value of `Content-Type`.
        let mediaType: String
        /// The content.
        let bytes: [UInt8]
        private let kept = Mutex<[UInt8]??>(nil)

        init(mediaType: String, bytes: [UInt8]) {
            self.mediaType = mediaType
            self.bytes = bytes
        }

        /// The content as gzip, made once.
        ///
        /// It cannot be made at build, because a shell names the hash of all files.
        var gzipped: [UInt8]? {
            kept.withLock { kept in
                if case .some(let made) = kept { return made }
                let made = Gzip.compress(bytes)
                kept = .some(made)
                return made
            }
        }
    }

    /// The text in the files that stands for the folder of this version.
    static let placeholder = "{{web}}"

    /// The module that decides by a typed yes or no.
    private static let turns = "turns.js"

    /// Returns the module with the words of decisions, one list for the server, the terminal and the page.
    static func withWords(_ module: [UInt8]) -> [UInt8] {
        let words = SpokenDecision.words
        let text = String(decoding: module, as: UTF8.self)
            .replacingOccurrences(of: "{{approvals}}", with: words.approvals.joined(separator: ","))
            .replacingOccurrences(of: "{{rejections}}", with: words.rejections.joined(separator: ","))
        return Array(text.utf8)
    }

    private let files: [String: File]
    private let folder: String?
    /// The hash of all files.
    let version: String

    /// The files in the program.
    package init() { self.init(Self.embedded, folder: nil) }

    /// The files of a folder, which are read for each request, for the development of the pages.
    ///
    /// - Throws: An error if the folder lacks a file that the program has.
    package init(folder: String) throws {
        self.init(try Self.read(folder), folder: folder)
    }

    private init(_ contents: [String: [UInt8]], folder: String?) {
        var contents = contents
        contents[Self.turns] = contents[Self.turns].map(Self.withWords)
        var hash = SHA256()
        for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Data("\(name)\0\(bytes.count)\0".utf8))
            hash.update(data: Data(bytes))
        }
        let version = String(
            Data(hash.finalize()).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().prefix(16)
        )
        files = Dictionary(
            contents.map { name, bytes in
                let type = Self.mediaType(of: name)
                guard type.isText else { return (name, File(mediaType: type.name, bytes: bytes)) }
                let text = String(decoding: bytes, as: UTF8.self)
                    .replacingOccurrences(of: Self.placeholder, with: "/web/\(version)")
                return (name, File(mediaType: type.name, bytes: Array(text.utf8)))
            },
            uniquingKeysWith: { first, _ in first }
        )
        self.folder = folder
        self.version = version
    }

    /// The pages as they are now: the same, or those of the folder.
    var current: WebPages {
        guard let folder, let pages = try? WebPages(folder: folder) else { return self }
        return pages
    }

    /// Whether the files may change while the server runs.
    var isInDevelopment: Bool { folder != nil }

    /// Returns a file; `nil` if there is none with this name.
    func file(_ name: String) -> File? { files[name] }

    /// The names of all files.
    static var names: [String] { embedded.keys.sorted() }

    private static let embedded: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        for index in 0..<torii_web_asset_count() {
            let asset = torii_web_asset(index)
            guard let name = asset.name, let bytes = asset.bytes else { continue }
            files[String(cString: name)] = Array(UnsafeBufferPointer(start: bytes, count: asset.count))
        }
        return files
    }()

    /// The maximum length of a file in a folder.
    private static let mostBytes = 16 << 20

    private static func read(_ folder: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in embedded.keys {
            files[name] = try RegularFile.bytes(of: "\(folder)/\(name)", upTo: mostBytes)
        }
        return files
    }

    private static func mediaType(of name: String) -> (name: String, isText: Bool) {
        switch name.split(separator: ".").last {
        case "html": ("text/html; charset=utf-8", true)
        case "js": ("text/javascript; charset=utf-8", true)
        case "css": ("text/css; charset=utf-8", true)
        case "svg": ("image/svg+xml", true)
        case "webmanifest": ("application/manifest+json", true)
        case "png": ("image/png", false)
        default: ("application/octet-stream", false)
        }
    }
}
