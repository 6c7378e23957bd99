import Foundation
import HTTPTypes
import Repository
import SpokenDecisions
import Testing

@testable import AgentServer

/// The files of the pages.
@Suite struct WebPagesTests {
    private static let folder = Repository.root.appending(path: "Sources/C/CWebAssets/web")

    @Test func theProgramHasEveryFileOfTheFolder() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        #expect(names.sorted() == WebPages.names)
        let pages = WebPages()
        for name in names {
            let file = [UInt8](try Data(contentsOf: Self.folder.appending(component: name)))
            let bytes = name == "turns.js" ? WebPages.withWords(file) : file
            let text = String(decoding: bytes, as: UTF8.self)
                .replacingOccurrences(of: WebPages.placeholder, with: "/web/\(pages.version)")
            #expect(pages.file(name)?.bytes == Array(text.utf8), "\(name)")
        }
    }

    @Test(arguments: [
        "", "{", "{{", "{{web", "{{web}}", "{{{web}}}", "{{web}}{{web}}", "a{{web}}b{{web}}", "{{we{{web}}b}}",
        "{ {web}} {{web}", "日本{{web}}語", "{{WEB}}", "a{{web}}{",
    ])
    func aMarkIsReplacedWhereverItIs(text: String) {
        let expected = text.replacingOccurrences(of: "{{web}}", with: "/web/{{1")
        let replaced = WebPages.replacing("{{web}}", in: Array(text.utf8), with: "/web/{{1")
        #expect(String(decoding: replaced, as: UTF8.self) == expected)
    }

    @Test func thePageDecidesByTheServersWords() {
        let text = String(decoding: WebPages().file("turns.js")?.bytes ?? [], as: UTF8.self)
        let words = SpokenDecision.words
        for list in [words.approvals, words.rejections] {
            #expect(text.contains(#""\#(list.joined(separator: ","))".split(",")"#))
            #expect(
                list.count > 20 && list.allSatisfy { !$0.contains(",") && !$0.contains("\"") && !$0.contains("\\") }
            )
        }
        #expect(!text.contains("{{approvals}}") && !text.contains("{{rejections}}"))
    }

    @Test func aFolderServesTheSameFiles() throws {
        let pages = try WebPages(folder: Self.folder.path(percentEncoded: false))
        #expect(pages.version == WebPages().version)
        #expect(pages.isInDevelopment && !WebPages().isInDevelopment)
        #expect(throws: (any Error).self) { try WebPages(folder: "/nowhere") }
    }

    @Test func everyNamedFileExists() throws {
        let pages = WebPages()
        let start = "/web/\(pages.version)/"
        for name in WebPages.names {
            let text = String(decoding: pages.file(name)?.bytes ?? [], as: UTF8.self)
            #expect(!text.contains(WebPages.placeholder), "\(name)")
            for part in text.components(separatedBy: start).dropFirst() {
                let file = part.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
                #expect(file.isEmpty || file.hasPrefix("$") || pages.file(String(file)) != nil, "\(name): \(file)")
            }
            for part in text.components(separatedBy: "from \"./").dropFirst() {
                #expect(pages.file(String(part.prefix { $0 != "\"" })) != nil, "\(name)")
            }
        }
    }

    /// The policy forbids scripts, styles and listeners in the HTML itself.
    @Test(arguments: ["chat.html", "admin.html"])
    func aShellHasNoScriptOfItsOwn(name: String) throws {
        let text = String(decoding: WebPages().file(name)?.bytes ?? [], as: UTF8.self)
        #expect(!text.contains("style=") && !text.contains("<style") && !text.contains("onclick"))
        #expect(text.components(separatedBy: "<script").count == 2)
    }

    @Test func eachFileHasACompressedForm() throws {
        let pages = WebPages()
        for name in WebPages.names {
            let file = try #require(pages.file(name))
            let form = try #require(file.gzipped)
            #expect(form.starts(with: [0x1F, 0x8B]), "\(name)")
            // The last four bytes are the size of the content.
            let size = form.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            #expect(size == file.bytes.count, "\(name)")
            if file.bytes.count > 1_000 { #expect(form.count < file.bytes.count * 2 / 3, "\(name)") }
        }
    }

    @Test(arguments: [
        ("gzip", true), ("br, gzip;q=0.5", true), ("x-gzip", true), ("*", true), ("GZIP ; q=1", true),
        ("gzip;q=0", false),
        ("gzip;q=0, *", false), ("*;q=0", false), ("identity", false), ("", false), ("gzipped", false),
        ("gzip;q=x", false),
    ])
    func gzipIsSentToThoseWhoReadIt(field: String, isAccepted: Bool) {
        #expect(Gzip.isAccepted([.acceptEncoding: field]) == isAccepted)
    }
}
