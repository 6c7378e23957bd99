@testable import LanguageModelsMacros
import Testing

/// The actions that the macro refuses, with the places, the texts and the changes of the diagnostics.
@Suite struct SchemaIntentRefusalTests {
    private static let openAlbum = "schema intent 'photos.openAlbum'"
    private static let createAlbum = "schema intent 'photos.createAlbum'"

    @Test(arguments: ["schema", "Schemas.open", "\"photos.openAlbum\"", "make()"])
    func theSchemaIsWrittenOut(argument: String) {
        expectSchemaRefusal(
            """
            @AppIntent(schema: \(argument))
            struct Open {
            }
            """,
            [(.unreadableSchema, line: 1, column: 1, fixIts: [])]
        )
    }

    @Test func anUnknownSchemaNamesThoseOfItsDomain() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .phone.startCal)
            struct Call {
            }
            """,
            [(.unknownSchema("phone.startCal", nearest: ["phone.startCall"]), line: 1, column: 1, fixIts: [])]
        )
        expectSchemaRefusal(
            """
            @AppIntent(schema: .weather.show)
            struct Show {
            }
            """,
            [(.unknownSchema("weather.show", nearest: []), line: 1, column: 1, fixIts: [])]
        )
    }

    /// The schema of an entity is none of an action.
    @Test func aSchemaOfAnotherKind() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .phone.phonePerson)
            struct Call {
            }
            """,
            [(.unknownSchema("phone.phonePerson", nearest: ["phone.startCall"]), line: 1, column: 1, fixIts: [])]
        )
    }

    @Test(arguments: ["class", "enum", "actor"])
    func onlyStructures(keyword: String) {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.openAlbum)
            \(keyword) Open {
            }
            """,
            [(.wrongDeclaration(macro: "AppIntent", needs: "structures"), line: 1, column: 1, fixIts: [])]
        )
    }

    @Test func aMissingProtocol() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.openAlbum)
            struct Open {
                var target: AlbumEntity
            }
            """,
            [
                (
                    .missingProtocol("OpenIntent", schema: Self.openAlbum), line: 2, column: 8,
                    fixIts: ["add 'OpenIntent'"]
                )
            ],
            fixed: """
                @AppIntent(schema: .photos.openAlbum)
                struct Open: OpenIntent {
                    var target: AlbumEntity
                }
                """
        )
    }

    @Test func aMissingProtocolBesideOthers() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.openAlbum)
            struct Open: AppIntent, Equatable {
                var target: AlbumEntity
            }
            """,
            [
                (
                    .missingProtocol("OpenIntent", schema: Self.openAlbum), line: 2, column: 8,
                    fixIts: ["add 'OpenIntent'"]
                )
            ],
            fixed: """
                @AppIntent(schema: .photos.openAlbum)
                struct Open: AppIntent, Equatable, OpenIntent {
                    var target: AlbumEntity
                }
                """
        )
    }

    @Test(arguments: ["OpenIntent", "AssistantIntents.OpenIntent", "OpenIntent & Sendable", "Equatable, OpenIntent"])
    func aProtocolInAnySpelling(clause: String) {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.openAlbum)
            struct Open: \(clause) {
            }
            """,
            [
                (
                    .missingValue(role: "parameter", name: "target", schema: Self.openAlbum), line: 2, column: 8,
                    fixIts: ["add 'target'"]
                )
            ]
        )
    }

    @Test func aMissingParameter() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.setFilter)
            struct Filter {
                var target: AssetEntity
            }
            """,
            [
                (
                    .missingValue(role: "parameter", name: "filterType", schema: "schema intent 'photos.setFilter'"),
                    line: 2, column: 8, fixIts: ["add 'filterType'"]
                )
            ],
            fixed: """
                @AppIntent(schema: .photos.setFilter)
                struct Filter {
                    var filterType: <#PhotosFilterType#>
                    var target: AssetEntity
                }
                """
        )
    }

    /// A parameter with its diagnostic.
    struct Parameter: Sendable, CustomTestStringConvertible {
        let source: String
        let declared: String
        var fixed: String?
        var testDescription: String { source }
    }

    @Test(arguments: [
        Parameter(source: "var name: Int", declared: "Int"),
        Parameter(source: "var name: String?", declared: "String?"),
        Parameter(source: "var name: [String]", declared: "[String]"),
        Parameter(source: "var name: Set<String>", declared: "Set<String>"),
        Parameter(source: "@Parameter(title: \"Name\") var name: Int", declared: "Int"),
        Parameter(source: "var name: String!", declared: "String!"),
    ])
    func aWrongType(parameter: Parameter) {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.createAlbum)
            struct Create {
                \(parameter.source)
            }
            """,
            [
                (
                    .wrongType(
                        role: "parameter",
                        name: "name",
                        declared: parameter.declared,
                        schema: Self.createAlbum,
                        required: "'String'"
                    ),
                    line: 3, column: 5 + parameter.source.count - parameter.declared.count,
                    fixIts: ["replace '\(parameter.declared)' with 'String'"]
                )
            ],
            fixed: """
                @AppIntent(schema: .photos.createAlbum)
                struct Create {
                    \(parameter.source.dropLast(parameter.declared.count))String
                }
                """
        )
    }

    @Test func aWrongCollection() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.addAssetsToAlbum)
            struct Add {
                var assets: AssetEntity
                var album: [AlbumEntity]
            }
            """,
            [
                (
                    .wrongType(
                        role: "parameter",
                        name: "assets",
                        declared: "AssetEntity",
                        schema: "schema intent 'photos.addAssetsToAlbum'",
                        required: "'[entity 'photos.asset']'"
                    ),
                    line: 3, column: 17, fixIts: []
                ),
                (
                    .wrongType(
                        role: "parameter",
                        name: "album",
                        declared: "[AlbumEntity]",
                        schema: "schema intent 'photos.addAssetsToAlbum'",
                        required: "'entity 'photos.album''"
                    ),
                    line: 4, column: 16, fixIts: []
                ),
            ]
        )
    }

    @Test func aConstant() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.createAlbum)
            struct Create {
                let name: String
            }
            """,
            [(.constantParameter("name"), line: 3, column: 5, fixIts: ["replace 'let' with 'var'"])],
            fixed: """
                @AppIntent(schema: .photos.createAlbum)
                struct Create {
                    var name: String
                }
                """
        )
    }

    @Test func aParameterWithoutType() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.createAlbum)
            struct Create {
                var name = ""
            }
            """,
            [(.missingTypeAnnotation(role: "parameter", name: "name"), line: 3, column: 9, fixIts: [])]
        )
    }

    @Test func severalPropertiesInOneDeclaration() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .assistant.activate)
            struct Activate {
                var a: Int?, b: Int?
            }
            """,
            [(.onePropertyPerDeclaration, line: 3, column: 5, fixIts: [])]
        )
    }

    @Test(arguments: ["var color: String", "@Parameter(title: \"Color\") var color: String", "let color: String"])
    func aRequiredAdditionalParameter(source: String) {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.createAlbum)
            struct Create {
                var name: String
                \(source)
            }
            """,
            [
                (
                    .unexpectedValue(role: "parameter", name: "color", schema: Self.createAlbum, plural: "parameters"),
                    line: 4, column: 5 + source.count - "color: String".count, fixIts: []
                )
            ]
        )
    }

    @Test func aMissingResult() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.createAlbum)
            struct Create {
                var name: String
                func perform() async throws -> some IntentResult {
                    .result()
                }
            }
            """,
            [
                (
                    .missingResult(schema: Self.createAlbum, required: "'ReturnsValue<entity 'photos.album'>'"),
                    line: 4, column: 36, fixIts: ["return a value"]
                )
            ],
            fixed: """
                @AppIntent(schema: .photos.createAlbum)
                struct Create {
                    var name: String
                    func perform() async throws -> some IntentResult & ReturnsValue<<#PhotosAlbum#>> {
                        .result()
                    }
                }
                """
        )
    }

    @Test(arguments: [
        "some ReturnsValue<AlbumEntity>", "some IntentResult & ReturnsValue<AlbumEntity> & ProvidesDialog",
    ])
    func anUnexpectedResult(type: String) {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.openAlbum)
            struct Open: OpenIntent {
                var target: AlbumEntity
                func perform() async throws -> \(type) {
                    .result(value: target)
                }
            }
            """,
            [(.unexpectedResult(schema: Self.openAlbum), line: 4, column: 36, fixIts: [])]
        )
    }

    @Test func aResultOfAnotherForm() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.createAlbum)
            struct Create {
                var name: String
                func perform() async throws -> some ReturnsValue<[AlbumEntity]> {
                    .result(value: [])
                }
            }
            """,
            [
                (
                    .wrongResult(
                        declared: "[AlbumEntity]",
                        schema: Self.createAlbum,
                        required: "'entity 'photos.album''"
                    ),
                    line: 4, column: 54, fixIts: []
                )
            ]
        )
    }

    @Test(arguments: [
        "static let authenticationPolicy: IntentAuthenticationPolicy = .alwaysAllowed",
        "static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }",
        "static var authenticationPolicy: IntentAuthenticationPolicy { return .alwaysAllowed }",
        "static let authenticationPolicy = IntentAuthenticationPolicy.alwaysAllowed",
    ])
    func aWeakerPolicy(source: String) throws {
        let start = try #require(
            source.firstRange(of: "IntentAuthenticationPolicy.alwaysAllowed") ?? source.firstRange(of: ".alwaysAllowed")
        )
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.deleteAlbum)
            struct Delete: DeleteIntent {
                \(source)
                var entities: [AlbumEntity]
            }
            """,
            [
                (
                    .weakerPolicy(
                        "alwaysAllowed",
                        minimum: "requiresAuthentication",
                        schema: "schema intent 'photos.deleteAlbum'"
                    ),
                    line: 3, column: 5 + source.distance(from: source.startIndex, to: start.lowerBound),
                    fixIts: ["replace '.alwaysAllowed' with '.requiresAuthentication'"]
                )
            ],
            fixed: """
                @AppIntent(schema: .photos.deleteAlbum)
                struct Delete: DeleteIntent {
                    \(source.replacing("alwaysAllowed", with: "requiresAuthentication"))
                    var entities: [AlbumEntity]
                }
                """
        )
    }

    /// A declaration has all its diagnostics at once.
    @Test func severalFaults() {
        expectSchemaRefusal(
            """
            @AppIntent(schema: .photos.openAlbum)
            struct Open {
                var name: String
            }
            """,
            [
                (
                    .missingProtocol("OpenIntent", schema: Self.openAlbum), line: 2, column: 8,
                    fixIts: ["add 'OpenIntent'"]
                ),
                (
                    .missingValue(role: "parameter", name: "target", schema: Self.openAlbum), line: 2, column: 8,
                    fixIts: ["add 'target'"]
                ),
                (
                    .unexpectedValue(role: "parameter", name: "name", schema: Self.openAlbum, plural: "parameters"),
                    line: 3,
                    column: 9, fixIts: []
                ),
            ]
        )
    }
}
