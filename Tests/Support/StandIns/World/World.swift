/// The cities of the stand-ins' world.
enum World {
    /// All cities; of those with the same name, the best known is first.
    static let cities: [City] = asiaAfricaAustralia + europeAmerica

    /// Makes a city from its values, grouped for a readable table.
    static func city(
        _ id: Int,
        _ name: String,
        _ japaneseName: String,
        _ region: String,
        _ japaneseRegion: String,
        _ country: City.Country,
        _ place: (latitude: Double, longitude: Double, elevation: Double),
        _ timeZone: String,
        _ population: Int,
        _ climate: (temperature: Double, code: Int, humidity: Int, wind: Double)
    ) -> City {
        City(
            id: id,
            name: name,
            japaneseName: japaneseName,
            region: region,
            japaneseRegion: japaneseRegion,
            country: country,
            latitude: place.latitude,
            longitude: place.longitude,
            elevation: place.elevation,
            timeZone: timeZone,
            population: population,
            climate: .init(
                temperature: climate.temperature,
                code: climate.code,
                humidity: climate.humidity,
                wind: climate.wind
            )
        )
    }

    /// Returns the cities named in a text without duplicates, in the order of the text; of overlapping names the longer one counts.
    static func namesOfCities(in text: String) -> [String] {
        let names = cities.flatMap { [$0.name, $0.japaneseName] }.sorted { $0.count > $1.count }
        var found: [String] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            let candidate = names.first { rest.folded(prefix: $0.count) == $0.folded }
            if let candidate {
                if !found.contains(candidate) { found.append(candidate) }
                rest = rest.dropFirst(candidate.count)
            } else {
                rest = rest.dropFirst()
            }
        }
        return found
    }

    /// Returns the city nearest to a point, if one is within about thirty kilometers.
    static func city(latitude: Double, longitude: Double) -> City? {
        cities.first { abs($0.latitude - latitude) < 0.3 && abs($0.longitude - longitude) < 0.3 }
    }
}

extension Substring {
    fileprivate func folded(prefix length: Int) -> String { String(prefix(length)).folded }
}
