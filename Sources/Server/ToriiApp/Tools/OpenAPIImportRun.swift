import AgentTools
import DeclaredTools
import FileReading
import Foundation
import OpenAPIImport
import Phrasebook
import ToolDeclarations
import Transport

/// An import of an OpenAPI document as files of declared tools.
public struct OpenAPIImportRun: Sendable {
    /// The path or the URL of the document.
    public var document: String
    /// The name of the service; `nil` to make one of the document's name.
    public var upstream: String?
    /// The address that replaces the document's servers.
    public var base: String?
    /// The operations to import: names, ids or patterns such as `GET /orders/*`.
    public var only: [String] = []
    /// The tags of which an operation needs one.
    public var tags: [String] = []
    /// Whether only operations that read are imported.
    public var isReadOnly = false
    /// Whether deprecated operations are imported too.
    public var includesDeprecated = false
    /// The values of the servers' variables.
    public var serverVariables: [String: String] = [:]
    /// Whether references to URLs of the document's own origin are followed.
    public var fetchesReferences = false

    /// The error of a document that cannot be imported: what happened and what to do.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// A sentence.
        public let description: String
    }

    /// The output of an import.
    public struct Outcome: Sendable {
        /// The files' names and texts.
        public var files: [(name: String, text: String)]
        /// The lines for people: what was mapped, how large it is, and what was left out.
        public var lines: [String]
    }

    /// Prepares an import.
    public init(document: String) { self.document = document }

    /// Reads the document and returns the files; each is read back as the server will read it.
    ///
    /// - Throws: ``Failure``.
    public func run() async throws -> Outcome {
        var api = try await read()
        api.leaveOut(Self.unreadable(in: api))
        let files = DeclarationWriter().files(for: api)
        guard !files.isEmpty else {
            let reasons = (api.skipped + api.unmapped.filter { $0.scope == .feature }).prefix(5).map(\.description)
            throw Failure(
                description: ([
                    "No operation was imported: of \(api.found), \(api.deselected) were not selected and "
                        + "\(api.skipped.count) could not be mapped."
                ] + reasons).joined(separator: "\n")
            )
        }
        var lines: [String] = []
        for file in files {
            do throws(DeclarationError) {
                _ = try ToolDeclarationFile(file.text, file: file.name)
            } catch {
                throw Failure(description: "The import wrote a file that cannot be read; please report it. \(error)")
            }
            lines.append(
                "\(file.name): \(file.tools) \(file.tools == 1 ? "tool" : "tools"), \(file.schemaBytes / 1_000) kB, about \(file.tokens) tokens, at \(file.origin)"
            )
        }
        lines.append(
            "\(api.operations.count) of \(api.found) operations: \(api.skipped.count) could not be mapped, \(api.deselected) were not selected."
        )
        lines += api.unmapped.prefix(200).map(\.description)
        let further = max(0, api.unmapped.count - 200) + api.omitted
        if further > 0 { lines.append("\(further) further parts were left out.") }
        return Outcome(files: files.map { ($0.name, $0.text) }, lines: lines)
    }

    /// Returns why operations cannot be tools, by their names: each is read back as the server will read it.
    private static func unreadable(in api: ImportedAPI) -> [String: String] {
        var reasons: [String: String] = [:]
        for operation in api.operations {
            guard let written = DeclarationWriter().files(for: api.only(operation)).first else { continue }
            do throws(DeclarationError) {
                let file = try ToolDeclarationFile(written.text, file: written.name)
                for tool in file.tools { try DeclaredTools.check(tool, file: file.file, phrases: PhrasebookReader()) }
            } catch {
                reasons[operation.name] =
                    "its tool cannot be declared: \(error.all.prefix(3).map(\.message).joined(separator: "; "))"
            }
        }
        return reasons
    }

    /// Returns what changed between a file that was imported and the document.
    ///
    /// - Throws: ``Failure``.
    public func difference(from path: String) async throws -> [String] {
        let file: ToolDeclarationFile
        do throws(DeclarationError) {
            guard let text = try ToolFolder.text(at: path, isPipeRead: true) else {
                throw DeclarationError(path, "the file declares no tools of an HTTP API")
            }
            file = try ToolDeclarationFile(text, file: path)
        } catch {
            throw Failure(description: "\(error)")
        }
        var run = self
        run.upstream = run.upstream ?? file.upstream?.name
        let origins = file.tools.compactMap { tool in tool.origin.map { ($0.operation, $0.digest) } }
        let difference = ImportDifference(
            origins: Dictionary(origins) { first, _ in first },
            api: try await run.read()
        )
        return difference.added.map { "+ \($0)" } + difference.removed.map { "- \($0)" }
            + difference.changed.map { "~ \($0)" }
    }

    private func read() async throws -> ImportedAPI {
        let isRemote = document.hasPrefix("https://") || document.hasPrefix("http://")
        var options = ImportOptions(upstream: upstream ?? Self.name(of: document))
        options.base = base
        options.serverVariables = serverVariables
        options.selection = OperationSelection(
            only: only,
            tags: Set(tags),
            isReadOnly: isReadOnly,
            includesDeprecated: includesDeprecated
        )
        if isRemote {
            options.documentURL = document
            if fetchesReferences { options.remoteOrigin = Self.origin(of: document) }
        }
        let client = HTTPClient()
        let source = Documents(root: document, isRemote: isRemote, client: client)
        let api: Result<ImportedAPI, OpenAPIError>
        do throws(OpenAPIError) {
            let name = isRemote ? document : (document as NSString).lastPathComponent
            api = .success(try await OpenAPIImport.read(name, from: source, options: options))
        } catch {
            api = .failure(error)
        }
        await client.shutdown()
        switch api {
        case .success(let api): return api
        case .failure(let error): throw Failure(description: error.message)
        }
    }

    /// Returns a service's name out of that of a document, such as `petstore` of `petstore.v2.yaml`.
    private static func name(of document: String) -> String {
        let last = document.split(separator: "/").last.map(String.init) ?? "api"
        let stem = last.split(separator: ".").first.map(String.init) ?? "api"
        let words = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let name = String(String(words).drop { !$0.isLetter }.prefix(32))
        return name.isEmpty ? "api" : name
    }

    private static func origin(of url: String) -> String? {
        url.range(of: "://").map { start in url[..<(url[start.upperBound...].firstIndex(of: "/") ?? url.endIndex)] }
            .map(String.init)
    }
}

/// The files of a document: those below its folder, or its URL and others of its origin.
private struct Documents: DocumentSource {
    let root: String
    let isRemote: Bool
    let client: HTTPClient

    private struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    func bytes(of file: String, most: Int) async throws -> [UInt8] {
        guard !file.hasPrefix("https://"), !file.hasPrefix("http://") else { return try await fetch(file, most) }
        guard !isRemote else { return try await fetch(HTTPRequest.url(file, relativeTo: root), most) }
        // The document that the person has named; others are found by it.
        if file == (root as NSString).lastPathComponent { return try read(root, most, isPipeRead: true) }
        // Links out of the folder are not followed.
        let folder = URL(fileURLWithPath: root).deletingLastPathComponent().resolvingSymlinksInPath().path
        let path = URL(fileURLWithPath: folder).appendingPathComponent(file).resolvingSymlinksInPath().path
        guard path.hasPrefix(folder == "/" ? "/" : folder + "/") else {
            throw Missing(description: "\(file) is outside the document's folder")
        }
        return try read(path, most, isPipeRead: false)
    }

    private func read(_ path: String, _ most: Int, isPipeRead: Bool) throws -> [UInt8] {
        do throws(RegularFile.Fault) {
            return try RegularFile.bytes(of: path, upTo: most, isPipeRead: isPipeRead)
        } catch {
            throw Missing(description: "\(path) \(error)")
        }
    }

    private func fetch(_ url: String, _ most: Int) async throws -> [UInt8] {
        // The operator named the document's address.
        let request = HTTPRequest(
            .get,
            url,
            timeouts: HTTPTimeouts(total: .seconds(60)),
            isTrusted: true
        )
        let response = try await client.fetch(request, following: RedirectPolicy()).response
        guard (200..<300).contains(response.status) else {
            throw Missing(description: "\(url) answered with HTTP \(response.status)")
        }
        return try await response.body.collect(upTo: most)
    }
}
