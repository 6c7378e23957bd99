import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in with the macros of LanguageModels.
@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [GenerableMacro.self, GuideMacro.self, SessionPropertyEntryMacro.self]
}
