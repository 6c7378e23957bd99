@testable import LanguageModelsMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The text of expansions; the tests of AssistantIntents use compiled ones.
@Suite struct SchemaExpansionTests {
    @Test func anIntent() {
        expect(
            """
            @AppIntent(schema: .photos.setFilter)
            public struct SetFilter: AppIntent {
                @Parameter(title: "Filter")
                public var filterType: Swift.Optional<FilterType>
                public var target: AssetEntity
                @Parameter(default: 3) var strength: Int
                @Dependency var library: Library
                var cache = 1
                public func perform() async throws -> some IntentResult {
                    .result()
                }
            }
            """,
            becomes: """
                public struct SetFilter: AppIntent {
                    @Parameter(title: "Filter")
                    public var filterType: Swift.Optional<FilterType>
                    public var target: AssetEntity
                    @Parameter(default: 3) var strength: Int
                    @Dependency var library: Library
                    var cache = 1
                    public func perform() async throws -> some IntentResult {
                        .result()
                    }
                }
                """,
            refused: .wrongType(
                role: "parameter",
                name: "filterType",
                declared: "Swift.Optional<FilterType>",
                schema: "schema intent 'photos.setFilter'",
                required: "'enum 'photos.filterType''"
            ),
            line: 4,
            column: 28
        )
        expect(
            """
            @AppIntent(schema: .photos.createAlbum)
            public struct Create {
                public var name: Swift.String
                @Parameter(default: 3) var color: Int
                @Dependency var library: Library
                var cache = 1
                public func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> {
                    .result(value: album)
                }
            }
            """,
            becomes: """
                public struct Create {
                    @AssistantIntents.IntentParameter
                    public var name: Swift.String
                    @Parameter(default: 3) var color: Int
                    @Dependency var library: Library
                    var cache = 1
                    public func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> {
                        .result(value: album)
                    }

                    nonisolated public static var schemaID: String {
                        "photos.createAlbum"
                    }

                    nonisolated public static var schemaParameters: [AssistantIntents.SchemaParameterBinding<Self>] {
                        AssistantIntents._requireEntity(AlbumEntity.self, AssistantIntents.AppSchema.Photos.Album.self) // result
                        return [
                            AssistantIntents.SchemaParameterBinding("name") {
                                $0.$name
                            },
                            AssistantIntents.SchemaParameterBinding("color") {
                                $0.$color
                            },
                        ]
                    }
                }

                extension Create: AssistantIntents.AppIntent, AssistantIntents.AssistantSchemaIntent {
                }
                """
        )
    }

    /// The names of 2024 do not require the properties that a schema got later, and a `let` is read as it is.
    @Test func anEntity() {
        expect(
            """
            @AssistantEntity(schema: .files.file)
            struct File: FileEntity {
                static let defaultQuery = FileQuery()
                let id: String
                let creationDate: Date?
                var fileModificationDate: Date?
                var displayRepresentation: DisplayRepresentation { "a" }
            }
            """,
            becomes: """
                struct File: FileEntity {
                    static let defaultQuery = FileQuery()
                    let id: String
                    let creationDate: Date?
                    @AssistantIntents.EntityProperty
                    var fileModificationDate: Date?
                    var displayRepresentation: DisplayRepresentation { "a" }

                    typealias Schema = AssistantIntents.AppSchema.Files.File

                    nonisolated static var schemaProperties: [AssistantIntents.SchemaPropertyBinding<Self>] {
                        return [
                            AssistantIntents.SchemaPropertyBinding("creationDate", plain: {
                                    $0.creationDate
                                }),
                            AssistantIntents.SchemaPropertyBinding("fileModificationDate", wrapped: {
                                    $0.$fileModificationDate
                                }),
                        ]
                    }
                }

                extension File: AssistantIntents.AppEntity, AssistantIntents.AssistantSchemaEntity {
                }
                """
        )
    }

    @Test func anEnumeration() {
        expect(
            """
            @AppEnum(schema: .audio.playbackAttributes)
            public enum Attributes: String {
                case shuffle, `repeat`
                public static let caseDisplayRepresentations: [Self: DisplayRepresentation] = [.shuffle: "a", .repeat: "b"]
            }
            """,
            becomes: """
                public enum Attributes: String {
                    case shuffle, `repeat`
                    public static let caseDisplayRepresentations: [Self: DisplayRepresentation] = [.shuffle: "a", .repeat: "b"]

                    public typealias Schema = AssistantIntents.AppSchema.Audio.PlaybackAttributes

                    nonisolated public static var allCases: [Self] {
                        [.shuffle, .`repeat`]
                    }
                }

                extension Attributes: AssistantIntents.AppEnum, AssistantIntents.AssistantSchemaEnum {
                }
                """
        )
    }

    @Test func aUnion() {
        expect(
            """
            @UnionValue
            enum Place {
                case address(String)
                case place(descriptor: PlaceDescriptor)
            }
            """,
            becomes: """
                enum Place {
                    case address(String)
                    case place(descriptor: PlaceDescriptor)

                    enum Cases: Swift.String, Swift.CaseIterable, Swift.Hashable, Swift.Sendable {
                        case address, place
                    }

                    nonisolated static var memberTypes: [(kind: Cases, type: any AssistantIntents.IntentValue.Type)] {
                        [
                            (.address, String.self),
                            (.place, PlaceDescriptor.self),
                        ]
                    }

                    nonisolated static func value(
                        of kind: Cases,
                        from json: AssistantIntents.IntentJSON,
                        in context: AssistantIntents.IntentInput
                    ) async throws -> Self {
                        switch kind {
                        case .address:
                            .address(try await String.value(from: json, in: context))
                        case .place:
                            .place(descriptor: try await PlaceDescriptor.value(from: json, in: context))
                        }
                    }

                    nonisolated var member: (kind: Cases, value: any AssistantIntents.IntentValue) {
                        switch self {
                        case .address(let value):
                            (.address, value)
                        case .place(let value):
                            (.place, value)
                        }
                    }
                }

                extension Place: AssistantIntents.AppUnionValue {
                }
                """
        )
    }

    @Test func aComputedProperty() {
        expect(
            """
            struct S {
                @ComputedProperty(title: "a") var a: Int { 1 }
            }
            """,
            becomes: """
                struct S {
                    var a: Int { 1 }
                }
                """
        )
    }

    private func expect(
        _ source: String,
        becomes expanded: String,
        refused: SchemaDiagnostic? = nil,
        line: Int = 0,
        column: Int = 0
    ) {
        assertMacroExpansion(
            source,
            expandedSource: expanded,
            diagnostics: refused.map { [DiagnosticSpec(message: $0.message, line: line, column: column)] } ?? [],
            macroSpecs: schemaMacros,
            failureHandler: { Issue.record("\($0.message)") }
        )
    }
}
