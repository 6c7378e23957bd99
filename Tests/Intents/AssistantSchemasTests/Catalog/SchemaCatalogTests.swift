import AssistantSchemas
import Testing

@Suite struct SchemaCatalogTests {
    private let catalog = SchemaCatalog.current

    @Test func schemasAreFoundByTheirNames() throws {
        let intent = try #require(catalog.intent("photos.openAlbum"))
        #expect(intent.domain == "photos")
        #expect(intent.name == "openAlbum")
        #expect(intent.toolName == "photos_openAlbum")
        #expect(catalog.intent(toolName: "photos_openAlbum") == intent)
        #expect(intent.protocols == [.openIntent])
        #expect(intent.parameters.map(\.notation) == ["entity:photos.album"])
        #expect(catalog.entity("photos.album")?.property("albumType")?.type == .enumeration("photos.albumType"))
        #expect(catalog.enumeration("calendar.eventSpan")?.cases == ["this", "future", "all"])
        #expect(catalog.domain("mail")?.isGroup == true)
        #expect(catalog.intent("photos.album") == nil)
    }

    @Test func aFormerNameLeadsToThePresentOne() {
        #expect(catalog.intent("calendar.deleteEvent")?.id == "calendar.deleteEvents")
        #expect(catalog.canonicalID("calendar.deleteEvent") == "calendar.deleteEvents")
        #expect(catalog.canonicalID("photos.openAlbum") == "photos.openAlbum")
    }

    /// Providers accept these names of tools.
    @Test func toolNamesAreShortAndPlain() {
        let names = catalog.intents.map(\.toolName)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.utf8.count <= 64 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }, "\(name)")
        }
    }

    @Test func allReferencesResolve() {
        func check(_ type: SchemaType, _ owner: String) {
            switch type.element {
            case .entity(let id): #expect(catalog.entity(id) != nil, "\(owner): \(id)")
            case .enumeration(let id): #expect(catalog.enumeration(id) != nil, "\(owner): \(id)")
            default: break
            }
            #expect(SchemaType(notation: type.notation) == type, "\(owner)")
        }
        for intent in catalog.intents {
            for parameter in intent.parameters { check(parameter.type, intent.id) }
            if let result = intent.result { check(result, intent.id) }
        }
        for entity in catalog.entities {
            for property in entity.properties { check(property.type, entity.id) }
        }
    }

    @Test(arguments: [
        ("photos.openAlbm", ["photos.openAlbum", "photos.openAsset", "photos.createAlbum"]),
        ("photo.openAlbum", ["photos.openAlbum", "photos.openAsset", "photos.createAlbum"]),
        ("Photos.OpenAlbum", ["photos.openAlbum", "photos.openAsset", "photos.createAlbum"]),
        ("weather.forecast", []), ("", []), (String(repeating: "a", count: 100_000), []),
    ])
    func nearestNames(id: String, nearest: [String]) {
        #expect(catalog.nearest(to: id, among: .intent) == nearest)
    }

    @Test(arguments: ["2026-11", "0001-01", "9999-12"])
    func versions(text: String) throws {
        #expect(try #require(CatalogVersion(text)).description == text)
    }

    @Test(arguments: ["2026-13", "2026-00", "2026-1", "26-11", "2026/11", "2026-11-01", "", "２０２６-11", "+026-11"])
    func otherTextsAreNoVersions(text: String) {
        #expect(CatalogVersion(text) == nil)
    }

    @Test func versionsAreOrdered() throws {
        let versions = try ["2025-12", "2026-01", "2026-11", "2027-01"].map { try #require(CatalogVersion($0)) }
        #expect(versions.sorted() == versions)
        #expect(versions[0] < versions[1])
    }

    @Test(arguments: ["", "string", "[", "[[[[String]]]]", "Set<>", "[Unknown]", "String?", "entity"])
    func otherTextsAreNoTypes(notation: String) {
        #expect(SchemaType(notation: notation) == nil)
    }

    @Test func textsByLocale() {
        let text = LocalizedText("album", "アルバム")
        for (locale, expected) in [
            ("ja", "アルバム"), ("ja_JP", "アルバム"), ("JA-jp", "アルバム"), ("en_US", "album"), ("jam", "album"), ("", "album"),
        ] {
            #expect(text.text(locale: locale) == expected)
        }
        #expect(text.text(locale: nil) == "album")
    }

    /// An app may only raise the authentication.
    @Test func authenticationIsOrdered() {
        #expect(AuthenticationLevel.none < .unlocked)
        #expect(AuthenticationLevel.unlocked < .local)
        for intent in catalog.intents where [.external, .destructive].contains(intent.risk) {
            #expect(intent.minimumAuthentication >= .unlocked, "\(intent.id)")
        }
    }
}
