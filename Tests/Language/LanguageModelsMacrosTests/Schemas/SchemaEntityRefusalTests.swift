@testable import LanguageModelsMacros
import Testing

/// The things, choices and unions that the macros refuse.
@Suite struct SchemaEntityRefusalTests {
    private static let album = "schema entity 'photos.album'"

    @Test func aMissingProperty() {
        expectSchemaRefusal(
            """
            @AppEntity(schema: .photos.album)
            struct Album {
                static let defaultQuery = AlbumQuery()
                let id: String
                var name: String
                var creationDate: Date?
                var displayRepresentation: DisplayRepresentation { "a" }
            }
            """,
            [
                (
                    .missingValue(role: "property", name: "albumType", schema: Self.album), line: 2, column: 8,
                    fixIts: ["add 'albumType'"]
                )
            ],
            fixed: """
                @AppEntity(schema: .photos.album)
                struct Album {
                    var albumType: <#PhotosAlbumType#>
                    static let defaultQuery = AlbumQuery()
                    let id: String
                    var name: String
                    var creationDate: Date?
                    var displayRepresentation: DisplayRepresentation { "a" }
                }
                """
        )
    }

    @Test func missingMembers() {
        expectSchemaRefusal(
            """
            @AppEntity(schema: .audio.artist)
            struct Artist {
                var name: String
            }
            """,
            [
                (.missingMember("let id", schema: "schema entity 'audio.artist'"), line: 2, column: 8, fixIts: []),
                (
                    .missingMember("static let defaultQuery", schema: "schema entity 'audio.artist'"), line: 2,
                    column: 8,
                    fixIts: []
                ),
                (
                    .missingMember("var displayRepresentation", schema: "schema entity 'audio.artist'"), line: 2,
                    column: 8,
                    fixIts: []
                ),
            ]
        )
    }

    /// The names of 2027 require the properties that a schema got after 2024.
    @Test func aLaterProperty() {
        expectSchemaRefusal(
            """
            @AppEntity(schema: .photos.asset)
            struct Asset {
                static let defaultQuery = AssetQuery()
                let id: String
                var creationDate: Date?
                var location: PlaceDescriptor?
                var assetType: AssetType?
                var isFavorite: Bool
                var isHidden: Bool
                var hasSuggestedEdits: Bool
                var exposure: Double?
                var saturation: Double?
                var warmth: Double?
                var filter: FilterType?
                var isPortraitModeEnabled: Bool?
                var displayRepresentation: DisplayRepresentation { "a" }
            }
            """,
            [
                (
                    .missingValue(role: "property", name: "aperture", schema: "schema entity 'photos.asset'"), line: 2,
                    column: 8, fixIts: ["add 'aperture'"]
                )
            ]
        )
    }

    @Test func aRequiredAdditionalProperty() {
        expectSchemaRefusal(
            """
            @AppEntity(schema: .audio.artist)
            struct Artist {
                static let defaultQuery = ArtistQuery()
                let id: String
                let row: Row
                var name: String
                @Property(title: "Extra") var extra: String
                var displayRepresentation: DisplayRepresentation { "a" }
            }
            """,
            [
                (
                    .unexpectedValue(
                        role: "property",
                        name: "extra",
                        schema: "schema entity 'audio.artist'",
                        plural: "properties"
                    ),
                    line: 7, column: 35, fixIts: []
                )
            ]
        )
    }

    @Test func rawValues() {
        for clause in ["", ": Int", ": CaseIterable, String"] {
            expectSchemaRefusal(
                """
                @AppEnum(schema: .photos.albumType)
                enum Kind\(clause) {
                    case custom
                    static let caseDisplayRepresentations: [Kind: DisplayRepresentation] = [.custom: "Custom"]
                }
                """,
                [(.rawValues(schema: "schema enum 'photos.albumType'"), line: 2, column: 6, fixIts: [])]
            )
        }
    }

    @Test func fixedCases() {
        let span = "schema enum 'calendar.eventSpan'"
        expectSchemaRefusal(
            """
            @AppEnum(schema: .calendar.eventSpan)
            enum Span: String {
                case this, all
                case past = "before"
                static let caseDisplayRepresentations: [Span: DisplayRepresentation] = [.this: "a", .all: "b", .past: "c"]
            }
            """,
            [
                (.missingCase("future", schema: span), line: 2, column: 6, fixIts: ["add 'case future'"]),
                (.unexpectedCase("before", schema: span), line: 4, column: 10, fixIts: []),
            ],
            fixed: """
                @AppEnum(schema: .calendar.eventSpan)
                enum Span: String {
                    case future
                    case this, all
                    case past = "before"
                    static let caseDisplayRepresentations: [Span: DisplayRepresentation] = [.this: "a", .all: "b", .past: "c"]
                }
                """
        )
    }

    @Test func wordsForEachCase() {
        expectSchemaRefusal(
            """
            @AppEnum(schema: .photos.albumType)
            enum Kind: String {
                case custom, smart
                static var caseDisplayRepresentations: [Kind: DisplayRepresentation] { [.custom: "Custom"] }
            }
            """,
            [(.missingCaseDisplay("smart"), line: 3, column: 18, fixIts: [])]
        )
        expectSchemaRefusal(
            """
            @AppEnum(schema: .photos.albumType)
            enum Kind: String {
                case custom
            }
            """,
            [
                (
                    .missingMember("static let caseDisplayRepresentations", schema: "schema enum 'photos.albumType'"),
                    line: 2, column: 6, fixIts: []
                )
            ]
        )
    }

    @Test func noCases() {
        expectSchemaRefusal(
            """
            @AppEnum(schema: .photos.albumType)
            enum Kind: String {
                static let caseDisplayRepresentations: [Kind: DisplayRepresentation] = [:]
            }
            """,
            [(.noCases, line: 2, column: 6, fixIts: [])]
        )
    }

    @Test func unions() {
        expectSchemaRefusal(
            """
            @UnionValue
            enum Place {
                case address(String), nothing
                case both(String, PlaceDescriptor)
            }
            """,
            [
                (.unionCase("nothing"), line: 3, column: 27, fixIts: []),
                (.unionCase("both"), line: 4, column: 10, fixIts: []),
            ]
        )
        for source in ["struct Place {\n}", "enum Place {\n}"] {
            expectSchemaRefusal("@UnionValue\n\(source)", [(.unionNeedsEnumeration, line: 1, column: 1, fixIts: [])])
        }
    }
}
