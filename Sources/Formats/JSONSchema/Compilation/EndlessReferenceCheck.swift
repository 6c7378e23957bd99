/// Finds schemas whose evaluation would never end: those that lead back to themselves without descending into the
/// value.
///
/// `{"$ref": "#"}` is the shortest one. A cycle through `properties` or `items` is valid because every value ends.
/// ``JSONSchema/Limits/openSchemas`` covers `$dynamicRef` instead, because its target is known only during evaluation.
struct EndlessReferenceCheck {
    private enum Mark { case unseen, open, done }

    private let program: SchemaProgram
    private var marks: [Mark]

    init(_ program: SchemaProgram) {
        self.program = program
        marks = Array(repeating: .unseen, count: program.nodes.count)
    }

    /// Searches the whole program, depth first.
    mutating func run() throws(JSONSchemaError) {
        for start in program.nodes.indices where marks[start] == .unseen {
            var path = [(node: start, targets: Self.targets(of: program.nodes[start])[...])]
            marks[start] = .open
            while let (node, targets) = path.last {
                guard let target = targets.first else {
                    marks[node] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].targets = targets.dropFirst()
                switch marks[target] {
                case .done: break
                case .open: throw failure(from: node, to: target)
                case .unseen:
                    marks[target] = .open
                    path.append((target, Self.targets(of: program.nodes[target])[...]))
                }
            }
        }
    }

    private func failure(from node: SchemaProgram.NodeID, to target: SchemaProgram.NodeID) -> JSONSchemaError {
        JSONSchemaError(
            code: .endlessReference,
            schemaLocation: program.nodes[node].location,
            message:
                "this schema refers back to itself (\(program.nodes[target].location)) without descending into the value, "
                + "so its validation would never end; put properties or items between."
        )
    }

    /// Returns the schemas that are applied to the same value as this one.
    private static func targets(of node: CompiledSchema) -> [SchemaProgram.NodeID] {
        node.keywords.flatMap { keyword -> [SchemaProgram.NodeID] in
            switch keyword {
            case .reference(let target), .not(let target): [target]
            case .allOf(let targets), .anyOf(let targets), .oneOf(let targets): targets
            case .conditional(let condition, let then, let otherwise):
                [condition] + [then, otherwise].compactMap(\.self)
            case .dependentSchemas(let entries): entries.map(\.schema)
            default: []
            }
        }
    }
}
