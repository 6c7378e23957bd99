import Foundation
import JSONSchema
import Repository
import StreamingJSON
import Testing

/// The public JSON-Schema-Test-Suite, the required part for draft 2020-12.
@Suite struct JSONSchemaSuiteTests {
    private static let suite = Repository.suites.appending(path: "json-schema-test-suite").path(percentEncoded: false)
    private static var isPresent: Bool { FileManager.default.fileExists(atPath: "\(suite)/draft2020-12") }

    @Test(.enabled(if: isPresent, "the folder shared/suites/json-schema-test-suite is absent; set TORII_SUITES"))
    func requiredPart() throws {
        let remotes = try Self.documents(in: "\(Self.suite)/remotes", at: "http://localhost:1234")
        var (passed, total) = (0, 0)
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(Self.suite)/draft2020-12").sorted()
        where file.hasSuffix(".json") {
            let groups = try Self.read("\(Self.suite)/draft2020-12/\(file)")
            for group in try #require(groups.arrayValue) {
                let tests = try #require(group["tests"]?.arrayValue)
                let title = "\(file): \(group["description"]?.stringValue ?? "")"
                total += tests.count
                let schema: JSONSchema
                do {
                    schema = try JSONSchema(try #require(group["schema"]), documents: remotes)
                } catch {
                    Issue.record("\(title): \(error)")
                    continue
                }
                for test in tests {
                    let value = try #require(test["data"])
                    let expected = try #require(test["valid"]?.boolValue as Bool?)
                    let violations = try schema.validate(value)
                    let isValid = try schema.isValid(value)
                    if violations.isEmpty == expected, isValid == expected {
                        passed += 1
                    } else {
                        Issue.record(
                            "\(title): \(test["description"]?.stringValue ?? ""): expected \(expected), \(isValid), \(violations)"
                        )
                    }
                }
            }
        }
        print("JSON-Schema-Test-Suite, draft 2020-12, required: \(passed) / \(total) passed")
        #expect(total > 1_000)
        #expect(passed == total)
    }

    private static func read(_ path: String) throws -> JSONValue {
        try JSONValue(parsing: try Data(contentsOf: URL(filePath: path)))
    }

    private static func documents(in folder: String, at address: String) throws -> [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
        where path.hasSuffix(".json") {
            result["\(address)/\(path)"] = try read("\(folder)/\(path)")
        }
        return result
    }
}
