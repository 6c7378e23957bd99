/// A kind of collection: address books or calendars.
enum DAVCollectionKind: Sendable {
    case addressBook
    case calendar

    /// The property of a principal with the addresses of their collections' homes.
    var homeSet: XMLElement.Name { self == .addressBook ? .addressBookHomeSet : .calendarHomeSet }

    /// The path that redirects to a server's service (RFC 6764).
    var wellKnownPath: String { self == .addressBook ? "/.well-known/carddav" : "/.well-known/caldav" }

    /// Whether a resource is a collection of this kind; a calendar without events, such as a task list, is not.
    func matches(_ resource: DAVMultistatus.Resource) -> Bool {
        let type = resource.property(.resourceType)
        guard type?.child(self == .addressBook ? .addressBook : .calendar) != nil else { return false }
        guard self == .calendar, let components = resource.property(.supportedComponents) else { return true }
        return components.children(.component).contains { $0.attributes["name"]?.uppercased() == "VEVENT" }
    }
}
