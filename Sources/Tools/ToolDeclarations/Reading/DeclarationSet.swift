import StreamingJSON

/// The files of a folder together, whose tools must have different names and fit each other.
package enum DeclarationSet {
    private static let deepest = 3

    /// A tool outside the files that an aggregate may ask.
    package struct OtherTool: Sendable, Hashable {
        /// The tool's name.
        package var name: String
        /// Whether it only reads.
        package var isReadOnly: Bool
        /// The names of its arguments.
        package var arguments: Set<String>

        package init(name: String, isReadOnly: Bool, arguments: Set<String>) {
            (self.name, self.isReadOnly, self.arguments) = (name, isReadOnly, arguments)
        }
    }

    /// What files must fit besides each other.
    package struct Surroundings: Sendable {
        /// The tools that no file declares.
        package var tools: [OtherTool]
        /// The names of upstreams that no file may declare, because it would have their keys.
        package var upstreams: Set<String>

        package init(tools: [OtherTool] = [], upstreams: Set<String> = []) {
            (self.tools, self.upstreams) = (tools, upstreams)
        }
    }

    /// Returns the first fault of each file that does not fit the others.
    ///
    /// - Parameters:
    ///   - files: The files, in their order.
    ///   - surroundings: What they must fit besides each other.
    package static func faults(
        of files: [ToolDeclarationFile],
        beside surroundings: Surroundings = Surroundings()
    ) -> [DeclarationError] {
        var check = Check(surroundings)
        return files.compactMap { check.fault(of: $0) } + check.faultsOfAggregates(files)
    }

    /// Checks that the files fit each other.
    ///
    /// - Throws: The first ``DeclarationError``.
    package static func check(
        _ files: [ToolDeclarationFile],
        beside surroundings: Surroundings = Surroundings()
    ) throws(DeclarationError) {
        if let fault = faults(of: files, beside: surroundings).first { throw fault }
    }

    private struct Check {
        private var names: [String: String] = [:]
        private var tools: [String: OtherTool] = [:]
        private var upstreams: [String: (file: String, declaration: UpstreamDeclaration)] = [:]

        private let otherUpstreams: Set<String>

        init(_ surroundings: Surroundings) {
            otherUpstreams = surroundings.upstreams
            for tool in surroundings.tools {
                names[Self.folded(tool.name)] = "Torii"
                tools[tool.name] = tool
            }
        }

        /// Returns the fault of a file beside the earlier ones, and remembers its names.
        mutating func fault(of file: ToolDeclarationFile) -> DeclarationError? {
            if let upstream = file.upstream {
                guard !otherUpstreams.contains(upstream.name) else {
                    return DeclarationError(
                        file.file,
                        "'\(upstream.name)' is the name of another upstream; choose another 'upstream'"
                    )
                }
                if let known = upstreams[upstream.name], !known.declaration.sharesKeys(with: upstream) {
                    return DeclarationError(
                        file.file,
                        "the service '\(upstream.name)' has another address in \(known.file), and they would share keys; give one of them another name, or name each address under 'hosts' of the other file"
                    )
                }
                upstreams[upstream.name] = upstreams[upstream.name] ?? (file.file, upstream)
            }
            let declared =
                file.tools.map { ($0.name, $0.line, OtherTool($0)) }
                + file.aggregates.map { ($0.name, $0.line, OtherTool($0)) }
            for (name, line, tool) in declared {
                if let owner = names[Self.folded(name)] {
                    return DeclarationError(
                        file.file,
                        line,
                        1,
                        "\(owner) has a tool whose name reads like '\(name)'; rename this one"
                    )
                }
                names[Self.folded(name)] = file.file
                tools[name] = tool
            }
            return nil
        }

        func faultsOfAggregates(_ files: [ToolDeclarationFile]) -> [DeclarationError] {
            let aggregates = Dictionary(files.flatMap(\.aggregates).map { ($0.name, $0) }) { first, _ in first }
            var faults: [DeclarationError] = []
            for file in files {
                for aggregate in file.aggregates {
                    guard let message = fault(of: aggregate, [], aggregates) else { continue }
                    faults.append(DeclarationError(file.file, aggregate.line, 1, message))
                    break
                }
            }
            return faults
        }

        private func fault(
            of aggregate: AggregateDeclaration,
            _ path: [String],
            _ aggregates: [String: AggregateDeclaration]
        ) -> String? {
            let path = path + [aggregate.name]
            for member in aggregate.members {
                if path.contains(member.tool) {
                    let loop = (path.drop { $0 != member.tool } + [member.tool]).joined(separator: " → ")
                    return "the aggregates ask each other in a loop: \(loop); remove one of them"
                }
                guard let tool = tools[member.tool] else {
                    return "'\(aggregate.name)' asks '\(member.tool)', and there is no such tool"
                }
                guard tool.isReadOnly else {
                    return
                        "'\(aggregate.name)' asks '\(member.tool)', which changes something; aggregates ask only tools with 'effect: reads'"
                }
                if let other = member.arguments.keys.first(where: { !tool.arguments.contains($0) }) {
                    return "'\(aggregate.name)' asks '\(member.tool)' with '\(other)', which is no argument of it"
                }
                if let inner = aggregates[member.tool] {
                    guard path.count < DeclarationSet.deepest else {
                        return
                            "the aggregates \(path.joined(separator: " → ")) ask each other more than \(DeclarationSet.deepest) deep"
                    }
                    if let message = fault(of: inner, path, aggregates) { return message }
                }
            }
            return nil
        }

        private static func folded(_ name: String) -> String {
            String(name.lowercased().filter { $0 != "_" && $0 != "-" })
        }
    }
}

extension UpstreamDeclaration {
    /// Returns whether two files may mean one service: they have one origin, or each names the other's.
    fileprivate func sharesKeys(with other: UpstreamDeclaration) -> Bool {
        base.origin == other.base.origin || (hosts.contains(other.base.origin) && other.hosts.contains(base.origin))
    }
}

extension DeclarationSet.OtherTool {
    fileprivate init(_ tool: ToolDeclaration) {
        self.init(
            name: tool.name,
            isReadOnly: tool.effect == .reads,
            arguments: Set((tool.parameters["properties"]?.objectValue ?? [:]).keys)
        )
    }

    fileprivate init(_ aggregate: AggregateDeclaration) {
        self.init(
            name: aggregate.name,
            isReadOnly: true,
            arguments: Set((aggregate.parameters["properties"]?.objectValue ?? [:]).keys)
        )
    }
}
