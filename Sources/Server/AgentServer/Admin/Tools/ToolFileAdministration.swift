import APIDescription
import Accounts
package import DeclaredTools
import AgentWire
import Foundation
import KeyVault
import LanguageModels
import StreamingJSON
import ToolDeclarations

/// The administration of declared tools: reading, checking, storing and removing their files, and trial calls.
package struct ToolFileAdministration: Sendable {
    /// Returns the files at work.
    package typealias Files = @Sendable () throws -> DeclaredToolFiles

    let files: Files
    let vault: KeyVault

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.toolFiles) { _ in
                let all = try files()
                return .json(
                    WireToolFiles(files: all.folderStatus.map { .init($0) }, hasFolder: all.hasFolder).jsonValue
                )
            },
            AdminRoute(.toolFileText, answer: read),
            AdminRoute(.toolFileCheck, answer: check),
            AdminRoute(.toolFileChange, answer: change),
            AdminRoute(.toolFileRemoval, answer: remove),
            AdminRoute(.toolTrial, answer: attempt),
        ]
    }

    private func read(_ call: AdminCall) async throws -> AdminReply {
        let name = try call.parameter("file")
        let all = try files()
        do throws(DeclaredToolFiles.ChangeFault) {
            let text = try all.text(of: name)
            let digest = ToolDeclarationFile.digest(of: text)
            return .json(WireToolFileText(file: name, text: text, digest: digest).jsonValue)
        } catch {
            throw Problem(error, of: name)
        }
    }

    private func check(_ call: AdminCall) async throws -> AdminReply {
        let request = try ToolFileRequest(jsonValue: call.body ?? [:])
        guard let name = request.file else {
            throw Problem(.invalidRequest, detail: "'file' is missing: the name of the file, such as orders.yaml")
        }
        guard request.digest == nil else {
            throw Problem(.invalidRequest, detail: "'digest' is for storing a text; a check replaces none")
        }
        let all = try files()
        do throws(DeclaredToolFiles.ChangeFault) {
            let file = try await ToolFileWork.run { () throws(DeclaredToolFiles.ChangeFault) in
                try all.check(request.text, as: name)
            }
            return .json(Self.description(of: file))
        } catch {
            throw Problem(error, of: name)
        }
    }

    private func change(_ call: AdminCall) async throws -> AdminReply {
        let name = try call.parameter("file")
        let request = try ToolFileRequest(jsonValue: call.body ?? [:])
        let all = try files()
        let file: ToolDeclarationFile
        do throws(DeclaredToolFiles.ChangeFault) {
            file = try await ToolFileWork.run { () throws(DeclaredToolFiles.ChangeFault) in
                try all.store(request.text, as: name, replacing: request.digest)
            }
        } catch {
            throw Problem(error, of: name)
        }
        try await record(call, "tool-file.store", name, "done: \(file.digest)")
        return .json(Self.description(of: file))
    }

    private func remove(_ call: AdminCall) async throws -> AdminReply {
        let name = try call.parameter("file")
        let all = try files()
        do throws(DeclaredToolFiles.ChangeFault) {
            try await ToolFileWork.run { () throws(DeclaredToolFiles.ChangeFault) in try all.remove(name) }
        } catch {
            throw Problem(error, of: name)
        }
        try await record(call, "tool-file.remove", name, "done")
        return .nothing
    }

    private func attempt(_ call: AdminCall) async throws -> AdminReply {
        let name = try call.parameter("tool")
        let request = try ToolTrialRequest(jsonValue: call.body ?? [:])
        let all = try files()
        guard let needsConfirmation = all.needsConfirmation(name) else {
            throw Problem(
                .notFound,
                detail: "no file declares a tool '\(name.excerpt())'"
                    + (Self.nearest(to: name, among: all.toolNames).map { "; did you mean \($0)?" }
                        ?? "; there are none")
            )
        }
        guard !needsConfirmation || request.isConfirmed else {
            throw Problem(
                .confirmationNeeded,
                detail: "'\(name)' changes something or needs approval; set \"confirm\": true to make the call"
            )
        }
        // The data of other tools is not a matter of files. Anyone who has all rights of administration could read it anyway.
        if !call.scopes.isSuperset(of: Scope.forAdministrators.subtracting([.adminUsers])),
            let scope = all.foreignTools(askedBy: name).map(Scope.tool).first(where: { !call.scopes.cover($0) })
        {
            throw Problem(
                .forbidden,
                detail: "'\(name)' asks a tool for which this token does not have the scope '\(scope)'"
            )
        }
        let outcome = try await all.attempt(
            name,
            arguments: request.arguments,
            locale: request.locale ?? "en",
            timeZone: request.timeZone ?? "UTC"
        )
        guard let outcome else {
            throw Problem(.notFound, detail: "the tool '\(name)' was removed at this moment")
        }
        try await record(call, "tool.try", name, outcome.isError ? "failed" : "done")
        let trial = WireToolTrial(
            tool: name,
            isFailed: outcome.isError,
            output: outcome.output.segments.text,
            artifacts: outcome.artifacts.map { ["type": .string($0.type), "content": $0.content.jsonValue] },
            durationMilliseconds: Int(outcome.duration / .milliseconds(1))
        )
        return .json(trial.jsonValue)
    }

    private static func nearest(to name: String, among names: [String]) -> String? {
        let name = String(name.prefix(64))
        return names.min { $0.editDistance(to: name) < $1.editDistance(to: name) }
    }

    private func record(_ call: AdminCall, _ action: String, _ object: String, _ outcome: String) async throws {
        try await vault.appendAudit(call.actor, (action, object, outcome))
    }

    private static func description(of file: ToolDeclarationFile) -> JSONValue {
        let state = WireToolFile(
            file: file.file.lastPathPart,
            upstream: file.upstream?.name,
            tools: file.tools.map(\.name) + file.aggregates.map(\.name),
            fault: nil
        )
        return [
            "file": state.jsonValue, "warnings": .array(file.warnings.map { .string($0.withoutFolder) }),
        ]
    }
}

extension Problem {
    /// Says why the files of tools were not changed.
    fileprivate init(_ fault: DeclaredToolFiles.ChangeFault, of name: String) {
        switch fault {
        case .noFolder:
            self.init(.conflict, detail: "the server has no folder of tools; set TORII_TOOLS_DIR and restart it")
        case .invalidName:
            self.init(
                .invalidRequest,
                detail:
                    "a file's name has letters, digits, '_' and '-', at most 64, and ends with .yaml, .yml or .json"
            )
        case .notFound: self.init(.notFound, detail: "there is no file of tools '\(name.excerpt())'")
        case .faulty(let fault): self.init(.invalidRequest, detail: fault.withoutFolder)
        case .outdated:
            self.init(
                .conflict,
                detail: "'\(name.excerpt())' was changed since its text was read; read it again"
            )
        case .notWritten:
            self.init(
                .conflict,
                detail: "the folder of tools cannot be changed; give the server's user the right to write it"
            )
        }
    }
}

extension WireToolFile {
    fileprivate init(_ status: DeclaredToolFiles.Status) {
        self.init(
            file: status.file.lastPathPart,
            upstream: status.upstream,
            tools: status.tools,
            fault: status.fault?.withoutFolder
        )
    }
}

extension String {
    fileprivate var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}

extension DeclarationError {
    /// The fault with the file's name only: the place of the folder concerns the operator of the machine alone.
    fileprivate var withoutFolder: String {
        all(atMost: 20).map { DeclarationError($0.file.lastPathPart, $0.line, $0.column, $0.message).description }
            .joined(separator: "\n")
    }
}
