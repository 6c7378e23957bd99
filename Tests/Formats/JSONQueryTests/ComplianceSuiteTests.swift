import Foundation
import JSONQuery
import StreamingJSON
import Testing

/// The public JSONPath Compliance Test Suite, which is not a part of this repository.
///
/// `JSONPATH_SUITE` names the file `cts.json` of jsonpath-standard/jsonpath-compliance-test-suite.
@Suite struct ComplianceSuiteTests {
    private static let file = ProcessInfo.processInfo.environment["JSONPATH_SUITE"]

    @Test(.enabled(if: file != nil, "set JSONPATH_SUITE to the file cts.json of the compliance suite"))
    func allTests() throws {
        let bytes = try Data(contentsOf: URL(filePath: try #require(Self.file)))
        let tests = try #require(try JSONValue(parsing: bytes)["tests"]?.arrayValue)
        var passed = 0
        for test in tests {
            if let fault = Self.fault(in: test) {
                Issue.record("\(test["name"]?.stringValue ?? ""): \(test["selector"]?.stringValue ?? ""): \(fault)")
            } else {
                passed += 1
            }
        }
        print("JSONPath Compliance Test Suite: \(passed) / \(tests.count) passed")
        #expect(tests.count >= 703)
        #expect(passed == tests.count)
    }

    /// Returns the difference between a test and our behavior; `nil` if there is none.
    private static func fault(in test: JSONValue) -> String? {
        let isInvalid = test["invalid_selector"]?.boolValue == true
        let query: JSONQuery
        do {
            query = try JSONQuery(parsing: test["selector"]?.stringValue ?? "")
        } catch {
            return isInvalid ? nil : "\(error)"
        }
        if isInvalid { return "the query must be refused" }
        guard let document = test["document"] else { return "the test has no document" }
        let results = test["results"]?.arrayValue ?? [test["result"] ?? nil]
        let paths = test["results_paths"]?.arrayValue ?? [test["result_paths"] ?? nil]
        do {
            let nodes = try query.nodes(in: document)
            let values = JSONValue.array(nodes.map(\.value))
            let normalized = JSONValue.array(nodes.map { .string($0.normalizedPath) })
            guard try query.values(in: document) == nodes.map(\.value) else { return "values and nodes differ" }
            let isExpected = zip(results, paths).contains { $0 == values && $1 == normalized }
            return isExpected ? nil : "selects \(values) at \(normalized)"
        } catch {
            return "\(error)"
        }
    }
}
