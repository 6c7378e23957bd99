import Foundation

/// The public declarations of a module, as written by `swift symbolgraph-extract`.
struct SymbolGraph {
    /// The declarations of the module, in the form for comparisons.
    private(set) var declarations: Set<Declaration> = []

    /// Reads the files that the extractor wrote into a folder: that of the module, and one for each module that it
    /// extends.
    init(folder: URL) throws {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files where file.lastPathComponent.hasSuffix(".symbols.json") {
            // `Module@Extended.symbols.json` contains the declarations that the module adds to types of the other one.
            let names = file.lastPathComponent.dropLast(".symbols.json".count).split(separator: "@")
            let extended = names.count > 1 ? Self.publicName(ofModule: String(names[1])) : nil
            add(try JSONDecoder().decode(File.self, from: Data(contentsOf: file)), extending: extended)
        }
    }

    /// Returns a module's public name, because parts of Foundation are one module for importers.
    private static func publicName(ofModule name: String) -> String {
        name.hasPrefix("Foundation") ? "Foundation" : name
    }

    private mutating func add(_ file: File, extending module: String?) {
        let prefix = module.map { [$0] } ?? []
        var paths: [String: String] = [:]
        for symbol in file.symbols {
            let path = (prefix + symbol.pathComponents).joined(separator: ".")
            paths[symbol.identifier.precise] = path
            guard let kind = symbol.word else { continue }
            declarations.insert(Declaration(kind: kind, path: path).comparable)
        }
        for relationship in file.relationships where relationship.kind == "conformsTo" {
            guard let path = paths[relationship.source], let name = relationship.targetFallback else { continue }
            declarations.formUnion(ImpliedDeclarations.of(conformanceTo: name, at: path))
        }
    }

    private struct File: Decodable {
        var symbols: [Symbol]
        var relationships: [Relationship]
    }

    private struct Symbol: Decodable {
        struct Kind: Decodable { var identifier: String }
        struct Identifier: Decodable { var precise: String }

        var kind: Kind
        var identifier: Identifier
        var pathComponents: [String]

        /// The kind, as the list names it; `nil` for kinds that are not in the list.
        var word: String? {
            switch kind.identifier {
            case "swift.method", "swift.type.method", "swift.func": "func"
            case "swift.property", "swift.type.property", "swift.var": "var"
            case "swift.init": "init"
            case "swift.enum.case": "case"
            case "swift.subscript", "swift.type.subscript": "subscript"
            case "swift.class": "class"
            case "swift.struct": "struct"
            case "swift.enum": "enum"
            case "swift.protocol": "protocol"
            case "swift.typealias": "typealias"
            case "swift.associatedtype": "associatedtype"
            case "swift.macro": "macro"
            default: nil
            }
        }
    }

    private struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        var targetFallback: String?
    }
}
