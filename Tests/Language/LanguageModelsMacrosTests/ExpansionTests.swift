@testable import LanguageModelsMacros
import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The text of expansions, where it matters; types in LanguageModelsTests test the behavior of the generated code.
@Suite struct ExpansionTests {
    @Test func anEnumerationIsGeneratedByItsCases() {
        expect(
            """
            @Generable(name: "Size") public enum E: String {
                case a = "x"
                case `default`
            }
            """,
            becomes: """
                public enum E: String {
                    case a = "x"
                    case `default`

                    nonisolated public static var generationSchema: LanguageModels.GenerationSchema {
                        LanguageModels.GenerationSchema(type: Self.self, anyOf: ["x", "default"]).named("Size")
                    }

                    nonisolated public init(_ content: LanguageModels.GeneratedContent) throws {
                        switch try content.choice(among: ["x", "default"]) {
                        case "x":
                            self = .a
                        case "default":
                            self = .`default`
                        default:
                            throw content.notOneOf(["x", "default"])
                        }
                    }

                    nonisolated public var generatedContent: LanguageModels.GeneratedContent {
                        switch self {
                        case .a:
                            LanguageModels.GeneratedContent("x")
                        case .`default`:
                            LanguageModels.GeneratedContent("default")
                        }
                    }
                }

                extension E: nonisolated LanguageModels.Generable {
                }
                """
        )
    }

    @Test func aStructure() {
        expect(
            """
            @Generable public struct S: Equatable {
                @Guide(description: "d", .count(n + 1)) @Guide(.element(g)) public var a: [Int]
                private let b: T?
            }
            """,
            becomes: """
                public struct S: Equatable {
                    public var a: [Int]
                    private let b: T?

                    nonisolated public static var generationSchema: LanguageModels.GenerationSchema {
                        LanguageModels.GenerationSchema(type: Self.self, properties: [
                                LanguageModels.GenerationSchema.Property(name: "a", description: "d", type: [Int].self, guides: [.count(n + 1), .element(g)]),
                                LanguageModels.GenerationSchema.Property(name: "b", type: T?.self)
                            ])
                    }

                    nonisolated public var generatedContent: LanguageModels.GeneratedContent {
                        var properties: [(String, any LanguageModels.ConvertibleToGeneratedContent)] = []
                        properties.append(("a", self.a))
                        if let value = self.b {
                            properties.append(("b", value))
                        }
                        return LanguageModels.GeneratedContent(properties: properties, uniquingKeysWith: { _, later in
                                later
                            })
                    }

                    nonisolated public struct PartiallyGenerated: Swift.Identifiable, LanguageModels.ConvertibleFromGeneratedContent, Swift.Equatable {
                        public var id: LanguageModels.GenerationID
                        public var a: [Int].PartiallyGenerated?
                        fileprivate var b: T.PartiallyGenerated?

                        nonisolated public init(_ content: LanguageModels.GeneratedContent) throws {
                            self.id = content.id ?? LanguageModels.GenerationID()
                            self.a = try content.partialValue([Int].PartiallyGenerated.self, forProperty: "a")
                            self.b = try content.partialValue(T.PartiallyGenerated.self, forProperty: "b")
                        }

                        nonisolated public static func == (left: Self, right: Self) -> Bool {
                            guard left.id == right.id else {
                            return false
                        }
                        guard LanguageModels.GeneratedContent.areEqual(left.a, right.a) else {
                            return false
                        }
                        guard LanguageModels.GeneratedContent.areEqual(left.b, right.b) else {
                            return false
                        }
                            return true
                        }
                    }
                }

                extension S: nonisolated LanguageModels.Generable {
                    nonisolated public init(_ content: LanguageModels.GeneratedContent) throws {
                        self.a = try content.value(forProperty: "a")
                        self.b = try content.value(forProperty: "b")
                    }
                }
                """
        )
    }

    /// A type that the program may have made Generable is not refused; the diagnostic is a remark.
    @Test(arguments: ["Date", "URL", "UUID", "Int64", "Set", "GenerationID"])
    func aTypeThatIsNotGenerableByItself(type: String) {
        expect(
            """
            @Generable enum E {
                case a(\(type))
            }
            """,
            becomes: """
                enum E {
                    case a(\(type))

                    nonisolated static var generationSchema: LanguageModels.GenerationSchema {
                        LanguageModels.GenerationSchema(type: Self.self, cases: [
                                "a": [LanguageModels.GenerationSchema.Property(name: "value", type: \(type).self)]
                            ])
                    }

                    nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
                        switch try content.caseName(among: ["a"]) {
                        case "a":
                            self = .a(
                                try content.value(\(type).self, forProperty: "value")
                            )
                        default:
                            throw content.notOneOf(["a"])
                        }
                    }

                    nonisolated var generatedContent: LanguageModels.GeneratedContent {
                        var properties: [(String, any LanguageModels.ConvertibleToGeneratedContent)] = []
                        switch self {
                        case .a(let value0):
                            properties.append(("type", "a"))
                            properties.append(("value", value0))
                        }
                        return LanguageModels.GeneratedContent(properties: properties, uniquingKeysWith: { _, later in
                                later
                            })
                    }

                    nonisolated enum PartiallyGenerated: LanguageModels.ConvertibleFromGeneratedContent, Swift.Equatable {
                        case a(\(type).PartiallyGenerated?)

                        nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
                            switch try content.caseName(among: ["a"]) {
                            case "a":
                                self = .a(
                                    try content.partialValue(\(type).PartiallyGenerated.self, forProperty: "value")
                                )
                            default:
                                throw content.notOneOf(["a"])
                            }
                        }

                        nonisolated static func == (left: Self, right: Self) -> Bool {
                            switch (left, right) {
                            case (.a(let left0), .a(let right0)):
                            LanguageModels.GeneratedContent.areEqual(left0, right0)

                            }
                        }
                    }
                }

                extension E: nonisolated LanguageModels.Generable {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: GenerableDiagnostic.notGenerableByItself(type).message,
                    line: 2,
                    column: 12,
                    severity: .remark
                )
            ]
        )
    }
}
