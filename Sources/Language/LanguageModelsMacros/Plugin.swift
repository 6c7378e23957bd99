import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in with the macros of LanguageModels and of AssistantIntents.
@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        GenerableMacro.self, GuideMacro.self, SessionPropertyEntryMacro.self, SchemaIntentMacro.self,
        SchemaEntityMacro.self, SchemaEnumMacro.self, UnionValueMacro.self, ComputedPropertyMacro.self,
    ]
}
