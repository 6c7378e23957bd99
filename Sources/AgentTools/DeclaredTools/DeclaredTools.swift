package import ToolDeclarations

/// The tools of a declaration file.
package enum DeclaredTools {
    /// Makes the tools of a file, without those that ask other tools.
    ///
    /// - Throws: ``DeclarationError`` if the operator does not permit the service's host, or a tool cannot be made.
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
        for tool in file.tools { tools.append(try DeclaredTool(tool, of: upstream, file: file.file)) }
        return tools
    }
}
