import Foundation

/// Asks the compiler for the public declarations of a module that this test was built with.
enum EmittedInterface {
    /// The folder with the built modules: beside the test bundle that is running.
    static var modules: URL {
        get throws {
            for argument in CommandLine.arguments {
                guard let range = argument.range(of: #"^.*(?=/[^/]*\.xctest)"#, options: .regularExpression) else {
                    continue
                }
                return URL(filePath: String(argument[range])).appending(path: "Modules")
            }
            throw Fault(message: "the command line names no test bundle: \(CommandLine.arguments)")
        }
    }

    /// Writes the module's symbol graph into a folder.
    ///
    /// - Throws: ``Fault`` with what the compiler said.
    static func extract(_ module: String, into folder: URL) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "symbolgraph-extract", "-module-name", module, "-I", try modules.path, "-target", target,
            "-minimum-access-level", "public", "-output-dir", folder.path,
        ]
        let errors = folder.appending(path: "errors.txt")
        try Data().write(to: errors)
        let handle = try FileHandle(forWritingTo: errors)
        defer { try? handle.close() }
        process.standardError = handle
        process.standardOutput = handle
        let status = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else {
            let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw Fault(message: "swift symbolgraph-extract ended with \(status): \(said)")
        }
    }

    /// The machine that the tests run on, in the compiler's words.
    private static var target: String {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }

    /// The declarations could not be had.
    struct Fault: Error, CustomStringConvertible {
        var message: String
        var description: String { message }
    }
}
