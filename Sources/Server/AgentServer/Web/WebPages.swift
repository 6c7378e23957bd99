import CWebAssets
import Crypto
import FileReading
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

    /// All files of one version.
    private struct Version: Sendable {
        /// The hash of all files.
        let hash: String
        let files: [String: File]

        /// Hashes the files, and names the folder of that hash in them.
        init(_ contents: [String: [UInt8]]) {
            var contents = contents
            contents[WebPages.turns] = contents[WebPages.turns].map(WebPages.withWords)
            var state = SHA256()
            for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
                state.update(data: Array("\(name)\0\(bytes.count)\0".utf8))
                state.update(data: bytes)
            }
            let hash = String(
                state.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().prefix(16)
            )
            files = Dictionary(
                contents.map { name, bytes in
                    let type = WebPages.mediaType(of: name)
                    let shown =
                        type.isText
                        ? WebPages.replacing(WebPages.placeholder, in: bytes, with: "/web/\(hash)") : bytes
                    return (name, File(mediaType: type.name, bytes: shown))
                },
                uniquingKeysWith: { first, _ in first }
            )
            self.hash = hash
        }
    }

    /// The text in the files that stands for the folder of this version.
    static let placeholder = "{{web}}"

    /// The module that decides by a typed yes or no.
    private static let turns = "turns.js"

    /// Returns the module with the words of decisions, one list for the server, the terminal and the page.
    static func withWords(_ module: [UInt8]) -> [UInt8] {
        let words = SpokenDecision.words
        let approving = replacing("{{approvals}}", in: module, with: words.approvals.joined(separator: ","))
        return replacing("{{rejections}}", in: approving, with: words.rejections.joined(separator: ","))
    }

    /// Returns bytes with a text in place of each mark, in one pass.
    ///
    /// Foundation's function for strings costs sixty times more, because it compares composed characters.
    static func replacing(_ mark: String, in bytes: [UInt8], with text: String) -> [UInt8] {
        let mark = Array(mark.utf8)
        guard let first = mark.first else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + text.utf8.count)
        var rest = bytes[...]
        while let start = rest.firstIndex(of: first) {
            result += rest[..<start]
            rest = rest[start...]
            if rest.starts(with: mark) {
                result += text.utf8
                rest = rest.dropFirst(mark.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    /// The files in the program, made for the first request for one of them, once for all listeners.
    private static let embedded = Version(
        Dictionary(assets.map { ($0.name, Array($0.bytes)) }) { first, _ in first }
    )

    /// The folder of the files, and those that it had; `nil` for the files in the program.
    private let development: (folder: String, version: Version)?

    /// The files in the program.
    package init() { development = nil }

    /// The files of a folder, which are read for each request, for the development of the pages.
    ///
    /// - Throws: An error if the folder lacks a file that the program has.
    package init(folder: String) throws {
        development = (folder, Version(try Self.read(folder)))
    }

    private var shown: Version { development?.version ?? Self.embedded }

    /// The hash of all files.
    var version: String { shown.hash }

    /// The pages as they are now: the same, or those of the folder.
    var current: WebPages {
        guard let folder = development?.folder, let pages = try? WebPages(folder: folder) else { return self }
        return pages
    }

    /// Whether the files may change while the server runs.
    var isInDevelopment: Bool { development != nil }

    /// Returns a file; `nil` if there is none with this name.
    func file(_ name: String) -> File? { shown.files[name] }

    /// The names of all files.
    static var names: [String] { assets.map(\.name).sorted() }

    /// The names and the bytes of all files, as they are in the program.
    private static var assets: [(name: String, bytes: UnsafeBufferPointer<UInt8>)] {
        (0..<torii_web_asset_count()).compactMap { index in
            let asset = torii_web_asset(index)
            guard let name = asset.name, let bytes = asset.bytes else { return nil }
            return (String(cString: name), UnsafeBufferPointer(start: bytes, count: asset.count))
        }
    }

    /// The maximum length of a file in a folder.
    private static let mostBytes = 16 << 20

    private static func read(_ folder: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in names {
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
