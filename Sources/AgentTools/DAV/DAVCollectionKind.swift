/// The two kinds of collections that are looked for.
enum DAVCollectionKind: Sendable {
    case addressBook
    case calendar

    /// The property of a person that says where their collections are.
    var homeSet: XMLElement.Name { self == .addressBook ? .addressBookHomeSet : .calendarHomeSet }

    /// The path at which a server says where its service begins (RFC 6764).
    var wellKnownPath: String { self == .addressBook ? "/.well-known/carddav" : "/.well-known/caldav" }

    /// Whether a resource is such a collection; a calendar for tasks only is none.
    func matches(_ resource: DAVMultistatus.Resource) -> Bool {
        let type = resource.property(.resourceType)
        guard type?.child(self == .addressBook ? .addressBook : .calendar) != nil else { return false }
        guard self == .calendar, let components = resource.property(.supportedComponents) else { return true }
        return components.children(.component).contains { $0.attributes["name"]?.uppercased() == "VEVENT" }
    }
}
