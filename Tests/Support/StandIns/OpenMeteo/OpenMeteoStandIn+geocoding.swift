import StreamingJSON

extension OpenMeteoStandIn {
    /// Answers a search for places.
    ///
    /// Zero and empty values are omitted, including empty `results`, as in protobuf's JSON.
    static func geocode(_ request: RecordedRequest) -> StandInReply {
        guard let name = request.queryItem("name") else {
            return failure(400, reason: "Value of type 'String' required for key 'name'.")
        }
        let count = request.queryItem("count").map { Int($0) } ?? 10
        guard let count, (1...100).contains(count) else {
            return failure(400, reason: "Parameter count must be between 1 and 100.")
        }
        let language = request.queryItem("language") ?? "en"
        var found = Array(cities(named: name).prefix(count))
        // Applied after the count, so that fewer results than requested may be returned.
        if let code = request.queryItem("countryCode") { found = found.filter { $0.country.code == code.uppercased() } }
        var answer: JSONObject = [:]
        if !found.isEmpty { answer["results"] = .array(found.map { place($0, language) }) }
        answer["generationtime_ms"] = 0.6681681
        return .json(
            .object(answer),
            headers: [("X-Encoding-Time", "0.06 ms")],
            contentType: "application/json; charset=utf-8"
        )
    }

    private static func cities(named text: String) -> [City] {
        let parts = text.split(separator: ",", maxSplits: 1).map { String($0).folded }
        guard let name = parts.first, name.count > 1 else { return [] }
        let matches = World.cities.filter { city in
            [city.name.folded, city.japaneseName.folded].contains {
                $0 == name || (name.count > 2 && $0.hasPrefix(name))
            }
        }
        guard parts.count > 1, !parts[1].isEmpty else { return matches }
        return matches.filter { $0.lies(in: parts[1]) }
    }

    private static func place(_ city: City, _ language: String) -> JSONValue {
        let members: [(String, JSONValue)] = [
            ("id", .integer(city.id)), ("name", .string(city.name(in: language))), ("latitude", .number(city.latitude)),
            ("longitude", .number(city.longitude)), ("elevation", .number(city.elevation)),
            ("feature_code", .string(city.population > 1_000_000 ? "PPLC" : "PPL")),
            ("country_code", .string(city.country.code)),
            ("admin1_id", .integer(city.region.isEmpty ? 0 : city.id + 1)),
            ("timezone", .string(city.timeZone)), ("population", .integer(city.population)),
            ("country_id", .integer(city.country.id)), ("country", .string(city.country(in: language))),
            ("admin1", .string(city.region(in: language))),
        ]
        return .object(JSONObject(members.filter { $0.1 != .integer(0) && $0.1 != .number(0) && $0.1 != .string("") }))
    }
}
