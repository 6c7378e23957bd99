import Testing

/// The comparison of declarations, tested on a small interface.
@Suite struct ParityReportTests {
    private static let ours: Set = [
        Declaration(kind: "struct", path: "Prompt").comparable,
        Declaration(kind: "var", path: "Prompt.text").comparable,
        Declaration(kind: "case", path: "Kind.number(_:)").comparable,
        Declaration(kind: "subscript", path: "Transcript.subscript(_:)").comparable,
        Declaration(kind: "init", path: "Prompt.init(_:)").comparable,
    ]

    private static func report(_ lines: String..., allowing allowList: String = "") throws -> ParityReport {
        ParityReport(
            version: "1",
            apple: lines.compactMap { Declaration(line: $0) },
            ours: ours,
            allowList: try AllowList(allowList)
        )
    }

    @Test(arguments: [
        "struct Prompt", "var Prompt.text", "let Prompt.text", "case Kind.number", "init Prompt.init(_:)",
        "subscript Transcript.subscript(index:)",
    ])
    func anExistingDeclarationIsPresent(line: String) throws {
        let report = try Self.report(line)
        #expect(report.present.count == 1)
        #expect(report.description.hasSuffix("1: 1 present, 0 allow-listed with a reason, 0 missing"))
    }

    @Test(arguments: [
        "enum Prompt", "func Prompt.text()", "case Kind.string", "init Prompt.init(text:)",
        "subscript Transcript.subscript(index:other:)", "struct Prompts",
    ])
    func anAbsentDeclarationIsMissing(line: String) throws {
        #expect(try Self.report(line).missing.map(\.description) == [line])
    }

    @Test(arguments: [
        ("func Tool.call(arguments:): later", true), ("Tool.*: later", true), ("func Tool.call(): later", false),
        ("To.*: later", false), ("func Tool.*: later", false),
    ])
    func theAllowListPermitsMissingDeclarations(line: String, isAllowed: Bool) throws {
        let report = try Self.report("func Tool.call(arguments:)", allowing: "# A comment.\n\n\(line)\n")
        #expect(report.allowed.isEmpty != isAllowed)
        #expect(report.missing.isEmpty == isAllowed)
    }

    @Test func aLineThatNothingNeedsIsStale() throws {
        let allowList = try AllowList("struct Prompt: later\nstruct Gone: later\nstruct Tool: later")
        let report = ParityReport(
            version: "1",
            apple: ["struct Prompt", "struct Tool"].compactMap { Declaration(line: $0) },
            ours: Self.ours,
            allowList: allowList
        )
        #expect(allowList.staleLines(after: [report]).map(\.number) == [1, 2])
    }

    @Test(arguments: ["struct Gone", "struct Gone:", "struct Gone:  ", "init A.init(b:)"])
    func aLineNeedsAReason(line: String) {
        #expect(throws: AllowList.Fault.self) { try AllowList("# First.\n\(line)") }
    }
}
