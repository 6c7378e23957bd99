@testable import LanguageModelsMacros
import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The input that the macros refuse, with the places and the texts of the diagnostics.
@Suite struct RefusalTests {
    @Test(arguments: ["class C {}", "actor A {}", "final class C {}", "protocol P {}"])
    func onlyStructuresAndEnumerations(declaration: String) {
        expectRefusal(
            of: "@Generable \(declaration)",
            expanded: declaration,
            [(.onlyStructuresAndEnumerations, line: 1, column: 1)]
        )
    }

    /// A property of a structure, with its diagnostic and the column.
    struct Property: Sendable, CustomTestStringConvertible {
        let source: String
        let diagnostic: GenerableDiagnostic
        var column = 5
        var testDescription: String { source }
    }

    @Test(arguments: [
        Property(source: "var a = 1", diagnostic: .missingType(property: "a"), column: 9),
        Property(source: "var a: Int, b: Int", diagnostic: .onePropertyPerDeclaration),
        Property(source: "var (a, b): (Int, Int)", diagnostic: .onePropertyPerDeclaration),
        Property(source: "lazy var a: Int = 1", diagnostic: .lazyProperty("a")),
        Property(source: "weak var a: C?", diagnostic: .weakProperty("a", modifier: "weak")),
        Property(source: "unowned var a: C", diagnostic: .weakProperty("a", modifier: "unowned")),
        Property(source: "var a: Int!", diagnostic: .implicitlyUnwrapped("Int"), column: 12),
        Property(source: "var a: Int??", diagnostic: .optionalOfOptional("Int"), column: 12),
        Property(source: "var a: Optional<Int?>", diagnostic: .optionalOfOptional("Int"), column: 12),
        Property(source: "var a: [Int?]", diagnostic: .arrayOfOptionals("Int"), column: 12),
        Property(source: "var a: Array<Int?>?", diagnostic: .arrayOfOptionals("Int"), column: 12),
        Property(source: "var a: [[Int?]]", diagnostic: .arrayOfOptionals("Int"), column: 13),
        Property(source: "var a: [String: Int]", diagnostic: .dictionary("[String: Int]"), column: 12),
        Property(source: "var a: [[String: Int]]", diagnostic: .dictionary("[String: Int]"), column: 13),
        Property(source: "var a: (Int, Int)", diagnostic: .tuple("(Int, Int)"), column: 12),
        Property(source: "var a: () -> Int", diagnostic: .neverGenerable("() -> Int"), column: 12),
        Property(source: "var a: any P", diagnostic: .neverGenerable("any P"), column: 12),
        Property(source: "var a: [any P]?", diagnostic: .neverGenerable("any P"), column: 13),
        Property(source: "var a: P & Q", diagnostic: .neverGenerable("P & Q"), column: 12),
        Property(source: "var a: Int.Type", diagnostic: .neverGenerable("Int.Type"), column: 12),
        Property(source: "var a: Any", diagnostic: .neverGenerable("Any"), column: 12),
    ])
    func aPropertyThatCannotBeGenerated(property: Property) {
        expectRefusal(
            of: """
                @Generable struct S {
                    \(property.source)
                }
                """,
            expanded: """
                struct S {
                    \(property.source)
                }
                """,
            [(property.diagnostic, line: 2, column: property.column)]
        )
    }

    @Test func allDiagnosticsAreReportedAtOnce() {
        expectRefusal(
            of: """
                @Generable struct S {
                    var a = 1
                    lazy var b: Int = 2
                    var c: [String: Int]
                }
                """,
            expanded: """
                struct S {
                    var a = 1
                    lazy var b: Int = 2
                    var c: [String: Int]
                }
                """,
            [
                (.missingType(property: "a"), line: 2, column: 9),
                (.lazyProperty("b"), line: 3, column: 5),
                (.dictionary("[String: Int]"), line: 4, column: 12),
            ]
        )
    }

    @Test func aPropertyBehindACondition() {
        expectRefusal(
            of: """
                @Generable struct S {
                    #if DEBUG
                    var a: Int
                    #endif
                }
                """,
            expanded: """
                struct S {
                    #if DEBUG
                    var a: Int
                    #endif
                }
                """,
            [(.conditionalProperty, line: 3, column: 5)]
        )
    }

    @Test func aGenericParameterWithoutAConstraint() {
        expectRefusal(
            of: """
                @Generable struct Box<Value, Other> {
                    var value: [Value]
                }
                """,
            expanded: """
                struct Box<Value, Other> {
                    var value: [Value]
                }
                """,
            [(.unconstrainedParameter("Value"), line: 1, column: 23)]
        )
    }

    @Test func anEnumerationWithoutCases() {
        expectRefusal(of: "@Generable enum E {}", expanded: "enum E {}", [(.noCases, line: 1, column: 17)])
    }

    @Test func aLabelThatIsInUse() {
        expectRefusal(
            of: """
                @Generable enum E {
                    case a(type: Int)
                    case b(value: Int, Int, value2: Int)
                    case c([Int?])
                }
                """,
            expanded: """
                enum E {
                    case a(type: Int)
                    case b(value: Int, Int, value2: Int)
                    case c([Int?])
                }
                """,
            [
                (.discriminatorLabel(case: "a"), line: 2, column: 12),
                (.repeatedLabel(case: "b", label: "value2"), line: 3, column: 29),
                (.arrayOfOptionals("Int"), line: 4, column: 12),
            ]
        )
    }

    @Test func aGuideWithoutEffect() {
        expectRefusal(
            of: """
                @Generable struct S {
                    @Guide(description: "x") var a: Int { 1 }
                    @Guide(description: "x") static var b: Int = 1
                }
                """,
            expanded: """
                struct S {
                    var a: Int { 1 }
                    static var b: Int = 1
                }
                """,
            [
                (.guideWithoutEffect("a", kind: .computed), line: 2, column: 5),
                (.guideWithoutEffect("b", kind: .static), line: 3, column: 5),
            ]
        )
    }

    @Test func aGuideInTheWrongPlace() {
        expectRefusal(
            of: "@Guide(description: \"x\") func f() {}",
            expanded: "func f() {}",
            [(.guideOnlyOnProperties, line: 1, column: 1)]
        )
        expectRefusal(
            of: """
                enum E {
                    @Guide(description: "x") case a
                }
                """,
            expanded: """
                enum E {
                    case a
                }
                """,
            [(.guideOnCase, line: 2, column: 5)]
        )
    }

    @Test(arguments: ["var a: Int", "let a = 1", "var (a, b) = (1, 2)"])
    func anEntryWithoutItsDefault(declaration: String) {
        expectRefusal(
            of: "@SessionPropertyEntry \(declaration)",
            expanded: declaration,
            [(.entryNeedsValue, line: 1, column: 1)]
        )
    }

    /// A constant has a fixed value, so a guide on it is a harmless mistake.
    @Test func aGuideOnAConstantIsAWarning() {
        #expect(GenerableDiagnostic.guideWithoutEffect("a", kind: .constant).severity == .warning)
        #expect(GenerableDiagnostic.guideWithoutEffect("a", kind: .static).severity == .error)
    }

    @Test func aGuidedPropertyIsNotRefused() {
        expect(
            """
            struct S {
                @Guide(description: "x") var a: Int
            }
            """,
            becomes: """
                struct S {
                    var a: Int
                }
                """
        )
    }

    /// Each text is for a person who must act on it, so it names the solution.
    @Test(arguments: [
        (
            GenerableDiagnostic.onlyStructuresAndEnumerations,
            "@Generable works on structures and enumerations; make this a struct, or conform to Generable by hand"
        ),
        (.missingType(property: "a"), "@Generable needs an explicit type of 'a', as in 'var a: String'"),
        (
            .guideWithoutEffect("a", kind: .constant),
            "@Guide has no effect on the constant 'a', which has a fixed value; remove it, or remove the value"
        ),
        (
            .dictionary("[String: Int]"),
            "@Generable cannot generate '[String: Int]', because a schema names its properties; "
                + "use an array of a @Generable structure with a key and a value"
        ),
        (
            .unconstrainedParameter("Value"),
            "@Generable needs to generate 'Value'; write 'Value: Generable' in the list of generic parameters"
        ),
        (
            .notGenerableByItself("Date"),
            "'Date' is not Generable by itself; use a String with the format in its description"
        ),
        (.notGenerableByItself("Int64"), "'Int64' is not Generable by itself; use Int"),
        (.notGenerableByItself("Set"), "'Set' is not Generable by itself; use an array"),
    ])
    func theMessageNamesTheSolution(diagnostic: GenerableDiagnostic, message: String) {
        #expect(diagnostic.message == message)
    }
}
