import SwiftDiagnostics
import SwiftSyntax

/// The check of a type's generic parameters.
enum GenericParameters {
    /// Returns diagnostics for the parameters that occur in a generated type without a constraint.
    static func unconstrained(
        _ clause: GenericParameterClauseSyntax?,
        _ requirements: GenericWhereClauseSyntax?,
        in types: [TypeSyntax]
    ) -> [Diagnostic] {
        guard let clause else { return [] }
        let used = names(in: types.map(Syntax.init))
        let required = names(in: requirements.map { [Syntax($0)] } ?? [])
        return clause.parameters.compactMap { parameter in
            let name = parameter.name.text
            guard parameter.inheritedType == nil, used.contains(name), !required.contains(name) else { return nil }
            return GenerableDiagnostic.unconstrainedParameter(name).at(parameter)
        }
    }

    private static func names(in nodes: [Syntax]) -> Set<String> {
        Set(nodes.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
    }
}
