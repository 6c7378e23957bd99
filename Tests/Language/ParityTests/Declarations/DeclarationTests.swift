import Foundation
import Repository
import Testing

/// A comparison of Apple's declarations with those of the built module.
@Suite(.timeLimit(.minutes(2))) struct DeclarationTests {
    @Test(.enabled(if: AppleDeclarations.areThere, "the lists of Apple's declarations lie in ../shared/reference"))
    func everyDeclarationExistsOrIsAllowed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "parity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await EmittedInterface.extract("LanguageModels", into: folder)
        let ours = try SymbolGraph(folder: folder).declarations
        let allowList = try AllowList(String(contentsOf: Self.allowList, encoding: .utf8))

        let reports = try AppleDeclarations.versions.map {
            ParityReport(version: $0, apple: try AppleDeclarations.list($0), ours: ours, allowList: allowList)
        }
        for report in reports {
            print(report)
            for declaration in report.missing { Issue.record("\(report.version): missing: \(declaration)") }
        }
        for line in allowList.staleLines(after: reports) {
            Issue.record(
                "line \(line.number) of the allow-list is stale, nothing that it names is missing: \(line.pattern)"
            )
        }
    }

    private static var allowList: URL {
        Repository.root.appending(path: "Tests/Language/ParityTests/allow-list.txt")
    }
}
