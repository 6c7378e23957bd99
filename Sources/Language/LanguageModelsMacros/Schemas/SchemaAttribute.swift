import SwiftSyntax

/// The attribute of a declaration that adopts a schema: its name and the identifier in its argument.
struct SchemaAttribute {
    let entry: SchemaEntry
    /// Whether it is one of the names of 2024.
    let isFormer: Bool

    /// Reads an attribute.
    ///
    /// - Throws: ``SchemaDiagnostic``.
    init(_ attribute: AttributeSyntax, _ kind: SchemaEntry.Kind) throws(SchemaDiagnostic) {
        guard let argument = attribute.argument("schema"), let id = Self.identifier(argument) else {
            throw .unreadableSchema
        }
        guard let entry = SchemaTable.entry(id), entry.kind == kind else {
            throw .unknownSchema(id, nearest: SchemaTable.ids(kind, domain: String(id.prefix { $0 != "." })))
        }
        self.entry = entry
        isFormer = attribute.attributeName.trimmedDescription.contains("Assistant")
    }

    /// Returns the last two names of a chain such as `.photos.openAlbum`.
    private static func identifier(_ expression: ExprSyntax) -> String? {
        guard let schema = expression.as(MemberAccessExprSyntax.self),
            let domain = schema.base?.as(MemberAccessExprSyntax.self)
        else { return nil }
        return "\(domain.declName.baseName.plainName).\(schema.declName.baseName.plainName)"
    }
}
