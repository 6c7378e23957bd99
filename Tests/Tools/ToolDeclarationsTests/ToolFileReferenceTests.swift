import Foundation
import Repository
import Testing
import ToolDeclarations

/// The reference names the members that the reader asks for, no more and no fewer.
@Suite struct ToolFileReferenceTests {
    /// A file with an unknown member in each object, so that the reader lists the members of each.
    private static let text = """
        torii: 1
        zzzzzzzz: 1
        upstream: x
        base: https://h.example
        auth:
          - {zzzzzzzz: 1}
          - {basic: {zzzzzzzz: 1, user: "{key}", password: p}}
          - {oauth2: {zzzzzzzz: 1, token: "https://h.example/t"}}
          - {sigv4: {zzzzzzzz: 1, region: a, service: b}}
          - {hmac: {zzzzzzzz: 1, header: X-S, over: [body]}}
        check: {zzzzzzzz: 1, get: /}
        faults: [{zzzzzzzz: 1, status: 400, class: ok}]
        limits: {zzzzzzzz: 1}
        origin: {zzzzzzzz: 1}
        tools:
          - name: a
            description: b
            zzzzzzzz: 1
            arguments: {q: {type: string}}
            effect: reads
            request:
              zzzzzzzz: 1
              post: /
              query: {a: {zzzzzzzz: 1, from: q}}
              graphql: {zzzzzzzz: 1, query: "{ a }"}
            pages: {zzzzzzzz: 1, link: next}
            poll: {zzzzzzzz: 1, url: $.a}
            answer: {zzzzzzzz: 1, fields: {a: {zzzzzzzz: 1, path: $.a}}}
            cache: {zzzzzzzz: 1, for: 1m}
            phrases:
              zzzzzzzz: 1
              examples: {zzzzzzzz: 1}
              asks: {zzzzzzzz: 1, en: [{zzzzzzzz: 1, pattern: a, question: b, answer: c}]}
              items: {zzzzzzzz: 1, argument: q, line: a}
            origin: {zzzzzzzz: 1}
        aggregates:
          - {name: c, description: d, zzzzzzzz: 1, ask: [{tool: a, zzzzzzzz: 1}], merge: {zzzzzzzz: 1}}

        """

    /// The headings of the reference by the reader's name of an object and its place among those of this name.
    private static let headings = [
        "a file of tools 0": "The file", "a way of auth 0": "A way of `auth`", "basic 0": "`basic`",
        "oauth2 0": "`oauth2`",
        "sigv4 0": "`sigv4`", "hmac 0": "`hmac`", "check 0": "`check`", "an entry of faults 0": "An entry of `faults`",
        "limits 0": "`limits`", "origin 0": "`origin` of a file", "a tool 0": "A tool", "request 0": "`request`",
        "a slot with options 0": "A slot with options", "graphql 0": "`graphql`", "pages 0": "`pages`",
        "poll 0": "`poll`",
        "answer 0": "`answer`", "a field 0": "A field", "cache 0": "`cache`", "phrases 0": "`phrases`",
        "examples 0": "`examples` and `asks`", "asks 0": "`examples` and `asks`",
        "an entry of asks 0": "An entry of `asks`",
        "items 0": "`items`", "origin 1": "`origin` of a tool", "an aggregate 0": "An aggregate",
        "an entry of ask 0": "An entry of `ask`",
        "merge 0": "`merge`",
    ]

    /// The names in the tables of the reference, by heading.
    private static func tables() throws -> [String: Set<String>] {
        let path = Repository.root.appending(path: "Documentation/ToolFiles.md")
        var tables: [String: Set<String>] = [:]
        var heading = ""
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" || $0 == " " })
            } else if line.hasPrefix("| "), let cell = line.split(separator: "|").first {
                for (number, name) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                where number % 2 == 1 { tables[heading, default: []].insert(String(name)) }
            }
        }
        return tables
    }

    @Test func theReferenceHasAllMembers() throws {
        let error = try #require(throws: DeclarationError.self) { _ = try ToolDeclarationFile(Self.text, file: "f") }
        let tables = try Self.tables()
        var seen: [String: Int] = [:]
        for fault in error.all {
            let parts = fault.message.split(separator: " has no 'zzzzzzzz'; its names are ")
            try #require(parts.count == 2, "\(fault)")
            let subject = String(parts[0])
            let heading = try #require(Self.headings["\(subject) \(seen[subject, default: 0])"], "\(fault)")
            seen[subject, default: 0] += 1
            var names = Set(String(parts[1]).split(separator: ", ").map(String.init))
            var documented = try #require(tables[heading], "\(heading)")
            if subject == "check" { documented.formUnion(tables["`request`"] ?? []) }
            if subject == "an aggregate" {
                names.subtract([
                    "name", "description", "tags", "expose", "scopes", "arguments", "required", "$defs", "answer",
                    "phrases",
                ])
            }
            #expect(names == documented, "\(heading): \(names.symmetricDifference(documented).sorted())")
        }
        #expect(seen.values.reduce(0, +) == Self.headings.count, "\(seen)")
    }
}
