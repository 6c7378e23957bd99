import Foundation

/// The compiler's output for a module that this test was built with.
enum EmittedInterface {
    /// The folder with the built modules, which is beside the running test bundle.
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

    /// The options that name the built modules: those of Swift in one folder, and each C module, which one of them may need, in its own.
    private static var searchPaths: [String] {
        get throws {
            let modules = try modules
            // The folder may be a link, whose content is not listed.
            let beside = try FileManager.default.contentsOfDirectory(
                at: modules.deletingLastPathComponent().resolvingSymlinksInPath(),
                includingPropertiesForKeys: nil
            )
            // Those of macros are built a second time, and no module may be there twice.
            let folders = beside.filter {
                $0.pathExtension == "build" && !$0.lastPathComponent.hasSuffix("-tool.build")
                    && FileManager.default.fileExists(atPath: $0.appending(path: "module.modulemap").path)
            }
            return ([modules] + folders).flatMap { ["-I", $0.path] }
        }
    }

    /// Writes the module's symbol graph into a folder.
    ///
    /// - Throws: ``Fault`` with the compiler's output.
    static func extract(_ module: String, into folder: URL) async throws {
        let errors = folder.appending(path: "errors.txt")
        let status = try await run(
            [
                "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-minimum-access-level",
                "public", "-output-dir", folder.path,
            ] + searchPaths,
            writingTo: errors
        )
        guard status == 0 else {
            let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw Fault(message: "swift symbolgraph-extract ended with \(status): \(said)")
        }
    }

    /// Returns the compiler's diagnostics for a source that imports the built modules.
    static func messages(of source: String) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, messages) = (folder.appending(path: "Source.swift"), folder.appending(path: "messages.txt"))
        try Data(source.utf8).write(to: file)
        _ = try await run(
            ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", file.path] + searchPaths,
            writingTo: messages
        )
        return try String(contentsOf: messages, encoding: .utf8)
    }

    /// Runs a program of the toolchain, with its output in a file.
    private static func run(_ arguments: [String], writingTo file: URL) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        process.standardError = handle
        process.standardOutput = handle
        return try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    /// The machine that runs the tests, as a target triple.
    private static var target: String {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }

    /// The error of a compiler that could not be run.
    struct Fault: Error, CustomStringConvertible {
        var message: String
        var description: String { message }
    }
}
