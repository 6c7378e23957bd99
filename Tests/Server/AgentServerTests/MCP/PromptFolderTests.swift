import Foundation
import Glibc
import Logging
import ModelContextProtocol
import StreamingJSON
import Testing

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct PromptFolderTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-prompts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func write(_ text: String, _ file: String, in folder: String) throws {
        try text.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
    }

    private func open(_ folder: String) throws -> PromptFolder {
        try PromptFolder(folder, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    @Test func filesOfOtherKindsAreNone() async throws {
        try await withFolder { folder in
            try write("Hello", "b.md", in: folder)
            try write("Hello", "a.txt", in: folder)
            try write("{{", "c.swp", in: folder)
            try write("{{", ".d.md", in: folder)
            try FileManager.default.createDirectory(atPath: folder + "/e.md", withIntermediateDirectories: true)
            #expect(try await open(folder).list().map(\.name) == ["a", "b"])
        }
    }

    @Test func theStartReportsEveryFault() async throws {
        try await withFolder { folder in
            try write("{{a}}", "a.md", in: folder)
            try write("Hello", "b.md", in: folder)
            try write("Hello", "b.txt", in: folder)
            try write("Hello", "c d.md", in: folder)
            try Data([0x48, 0xFF]).write(to: URL(fileURLWithPath: folder + "/e.md"))
            try write(String(repeating: "x", count: 300 << 10), "f.md", in: folder)
            #expect(mkfifo(folder + "/g.md", 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: folder + "/h.md", withDestinationPath: "none")
            let error = #expect(throws: PromptFaults.self) { try open(folder) }
            #expect(
                error?.faults.map { URL(fileURLWithPath: $0.file).lastPathComponent } == [
                    "a.md", "b.txt", "c d.md", "e.md", "f.md", "g.md", "h.md",
                ]
            )
            #expect(error?.description.contains("g.md: the file is a folder, a pipe or a device") == true)
            #expect(error?.description.contains("\(folder)/a.md:1: {{a}} is no argument") == true)
        }
        #expect(throws: PromptFaults.self) { try open("/nowhere/at/all") }
    }

    @Test func changesAreReadWithTheNextList() async throws {
        try await withFolder { folder in
            try write("Hello", "a.md", in: folder)
            let prompts = try open(folder)
            var changes = prompts.changes(every: .milliseconds(10)).makeAsyncIterator()
            try write("Goodbye", "b.md", in: folder)
            #expect(await prompts.list().map(\.name) == ["a", "b"])
            await changes.next()
            try write("Hello, you", "a.md", in: folder)
            await changes.next()
            let result = try await prompts.prompt("a", [:])
            #expect(result["messages"]?[0]?["content"]?["text"] == "Hello, you")
            // A faulty file leaves its prompt as it was; a removed one takes its prompt along.
            try write("{{a}}", "a.md", in: folder)
            try FileManager.default.removeItem(atPath: folder + "/b.md")
            #expect(await prompts.list().map(\.name) == ["a"])
            #expect(try await prompts.prompt("a", [:]) == result)
            await #expect(throws: RPCError.self) { try await prompts.prompt("b", [:]) }
        }
    }
}
