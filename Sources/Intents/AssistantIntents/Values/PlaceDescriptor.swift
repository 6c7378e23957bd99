public import AssistantSchemas
public import StreamingJSON

/// A place by its name, address or coordinate (Apple: the framework GeoToolbox).
public struct PlaceDescriptor: IntentValue, Hashable {
    /// The descriptions of the place.
    public var representations: [PlaceRepresentation]
    /// The name that people use.
    public var commonName: String?

    /// Describes a place.
    public init(representations: [PlaceRepresentation], commonName: String? = nil) {
        self.representations = representations
        self.commonName = commonName
    }

    /// A description of a place.
    public enum PlaceRepresentation: Sendable, Hashable {
        /// A point on the Earth.
        case coordinate(Coordinate)
        /// An address in one text.
        case address(String)
    }

    /// A point on the Earth (WGS 84).
    public struct Coordinate: Sendable, Hashable {
        /// Degrees to the north.
        public var latitude: Double
        /// Degrees to the east.
        public var longitude: Double

        /// Makes a point.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The first address.
    public var address: String? {
        representations.lazy.compactMap { if case .address(let address) = $0 { address } else { nil } }.first
    }

    /// The first point.
    public var coordinate: Coordinate? {
        representations.lazy.compactMap { if case .coordinate(let point) = $0 { point } else { nil } }.first
    }

    /// `PlaceDescriptor`.
    public static var schemaType: SchemaType { .place }

    /// Reads `{"name", "address", "coordinate": {"latitude", "longitude"}}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> PlaceDescriptor {
        guard let members = json.objectValue else { throw context.fault("a place", not: json) }
        var place = PlaceDescriptor(representations: [], commonName: members["name"]?.stringValue)
        if let point = members["coordinate"], !point.isNull {
            guard let latitude = point["latitude"]?.doubleValue, (-90...90).contains(latitude),
                let longitude = point["longitude"]?.doubleValue, (-180...180).contains(longitude)
            else { throw context.at("coordinate").fault("a latitude and a longitude in degrees", not: point) }
            place.representations.append(.coordinate(Coordinate(latitude: latitude, longitude: longitude)))
        }
        if let address = members["address"]?.stringValue { place.representations.append(.address(address)) }
        return place
    }

    /// Returns the known members of `{"name", "address", "coordinate"}`.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        var members = JSONObject()
        members["name"] = commonName.map { .string($0) }
        members["address"] = address.map { .string($0) }
        members["coordinate"] = coordinate.map {
            ["latitude": .number($0.latitude), "longitude": .number($0.longitude)]
        }
        // A place on the wire has at least one member.
        if members.isEmpty { members["name"] = "" }
        return .object(members)
    }
}
