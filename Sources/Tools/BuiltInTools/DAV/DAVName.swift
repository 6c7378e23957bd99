/// The names of WebDAV (RFC 4918), CardDAV (RFC 6352) and CalDAV (RFC 4791) that Torii reads.
extension XMLElement.Name {
    private static func dav(_ local: String) -> Self { Self(namespace: "DAV:", local: local) }
    private static func card(_ local: String) -> Self {
        Self(namespace: "urn:ietf:params:xml:ns:carddav", local: local)
    }
    private static func calendar(_ local: String) -> Self {
        Self(namespace: "urn:ietf:params:xml:ns:caldav", local: local)
    }

    static let multistatus = dav("multistatus")
    static let response = dav("response")
    static let propstat = dav("propstat")
    static let prop = dav("prop")
    static let status = dav("status")
    static let href = dav("href")
    static let resourceType = dav("resourcetype")
    static let currentUserPrincipal = dav("current-user-principal")
    static let unauthenticated = dav("unauthenticated")
    static let addressBook = card("addressbook")
    static let addressBookHomeSet = card("addressbook-home-set")
    static let addressData = card("address-data")
    static let calendar = calendar("calendar")
    static let calendarHomeSet = calendar("calendar-home-set")
    static let calendarData = calendar("calendar-data")
    static let supportedComponents = calendar("supported-calendar-component-set")
    static let component = calendar("comp")
}
