import AgentTools
package import ToolDeclarations
package import ToolPhrases

/// The tools of a declaration file.
package enum DeclaredTools {
    /// Checks that a tool's schema, texts and phrases can be used.
    ///
    /// - Parameter reader: Reads the phrases.
    /// - Throws: ``DeclarationError``.
    package static func check(
        _ tool: ToolDeclaration,
        file: String,
        phrases reader: any PhraseReader
    ) throws(DeclarationError) {
        let head = try DeclaredHead(
            name: tool.name,
            parameters: tool.parameters,
            phrases: tool.phrases,
            isReadOnly: tool.effect == .reads,
            file: file,
            line: tool.line,
            reader: reader
        )
        _ = try head.text(tool.answer.text)
    }

    /// Makes the tools of a file, without those that ask other tools.
    ///
    /// - Throws: ``DeclarationError`` if the operator does not permit the service's host, or tools cannot be made.
    package static func tools(
        of file: ToolDeclarationFile,
        in surroundings: DeclaredToolSurroundings
    ) throws(DeclarationError) -> [DeclaredTool] {
        guard let declaration = file.upstream else { return [] }
        for origin in [declaration.base.origin] + declaration.hosts where !surroundings.hosts.permits(origin) {
            throw DeclarationError(
                file.file,
                "the settings do not permit \(origin); name its host in TORII_TOOLS_HOSTS, or use another one"
            )
        }
        let upstream = DeclaredUpstream(declaration, in: surroundings)
        var tools: [DeclaredTool] = []
        var faults: [DeclarationError] = []
        for tool in file.tools {
            do throws(DeclarationError) {
                tools.append(try DeclaredTool(tool, of: upstream, file: file.file, phrases: surroundings.phrases))
            } catch {
                faults.append(error)
            }
        }
        if let fault = DeclarationError(faults) { throw fault }
        return tools
    }
}
