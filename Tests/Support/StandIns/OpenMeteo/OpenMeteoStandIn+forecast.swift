import Foundation
import StreamingJSON

extension OpenMeteoStandIn {
    /// Answers a request for a forecast; with several coordinates the answer is an array.
    static func forecast(_ request: RecordedRequest, now: Date) -> StandInReply {
        let latitudes = numbers(request, "latitude")
        let longitudes = numbers(request, "longitude")
        guard !latitudes.isEmpty, latitudes.count == longitudes.count else {
            return failure(400, reason: "Parameter 'latitude' and 'longitude' must have the same number of elements")
        }
        if let bad = latitudes.first(where: { abs($0) > 90 }) {
            return failure(400, reason: "Latitude must be in range of -90 to 90°. Given: \(bad).")
        }
        if let bad = longitudes.first(where: { abs($0) > 180 }) {
            return failure(400, reason: "Longitude must be in range of -180 to 180°. Given: \(bad).")
        }
        let days = request.queryItem("forecast_days").map { Int($0) } ?? 7
        guard let days, (0...16).contains(days) else {
            let given = request.queryItem("forecast_days") ?? ""
            return failure(400, reason: "Forecast days is invalid. Allowed range 0 to 16. Given \(given).")
        }
        let current = variables(request, "current", ForecastVariable.current)
        let daily = variables(request, "daily", ForecastVariable.daily)
        if let unknown = current.unknown ?? daily.unknown {
            return failure(
                400,
                reason:
                    "Data corrupted at path ''. Cannot initialize ForecastVariable from invalid String value \(unknown)."
            )
        }
        var places: [JSONValue] = []
        for (index, (latitude, longitude)) in zip(latitudes, longitudes).enumerated() {
            guard let place = Place(latitude: latitude, longitude: longitude, zone: request.queryItem("timezone"))
            else {
                return failure(400, reason: "Invalid timezone")
            }
            places.append(
                Forecast(
                    place: place,
                    locationID: index,
                    now: now,
                    days: days,
                    units: ForecastUnits(request),
                    current: current.known,
                    daily: daily.known
                ).json
            )
        }
        return .json(
            places.count == 1 ? places[0] : .array(places),
            contentType: "application/json; charset=utf-8"
        )
    }

    private static func numbers(_ request: RecordedRequest, _ name: String) -> [Double] {
        (request.queryItem(name) ?? "").split(separator: ",").compactMap { Double($0) }
    }

    private static func variables(
        _ request: RecordedRequest,
        _ parameter: String,
        _ table: [ForecastVariable]
    ) -> (known: [ForecastVariable], unknown: String?) {
        let names = request.query.filter { $0.name == parameter }.flatMap {
            $0.value.split(separator: ",").map(String.init)
        }
        let known = names.compactMap { name in table.first { $0.name == name } }
        return (known, names.first { name in !table.contains { $0.name == name } })
    }

    /// A point on the map with its time zone and climate.
    private struct Place {
        let latitude: Double
        let longitude: Double
        let zone: TimeZone
        let zoneName: String
        let elevation: Double
        let climate: City.Climate

        init?(latitude: Double, longitude: Double, zone name: String?) {
            let city = World.city(latitude: latitude, longitude: longitude)
            zoneName = name == "auto" ? city?.timeZone ?? "GMT" : name ?? "GMT"
            guard let zone = TimeZone(identifier: zoneName) else { return nil }
            self.zone = zone
            // The coordinates of the grid cell that contains the point, not of the point.
            self.latitude = (latitude * 16).rounded() / 16
            self.longitude = (longitude * 16).rounded() / 16
            elevation = city?.elevation ?? 38
            climate =
                city?.climate
                ?? .init(temperature: ((30 - abs(latitude) / 2) * 10).rounded() / 10, code: 2, humidity: 60, wind: 10)
        }
    }

    /// One forecast, with its members in the upstream's order.
    private struct Forecast {
        let place: Place
        let locationID: Int
        let now: Date
        let days: Int
        let units: ForecastUnits
        let current: [ForecastVariable]
        let daily: [ForecastVariable]

        private var offset: Int { place.zone.secondsFromGMT(for: now) }
        private var localSeconds: Int { Int(now.timeIntervalSince1970) + offset }
        private var localMidnight: Int { localSeconds - localSeconds % 86_400 }

        var json: JSONValue {
            var answer: JSONObject = [
                "latitude": .number(place.latitude), "longitude": .number(place.longitude),
                "generationtime_ms": 0.2142190933227539, "utc_offset_seconds": .integer(offset),
                "timezone": .string(place.zoneName), "timezone_abbreviation": .string(abbreviation),
                "elevation": .number(place.elevation),
            ]
            if locationID > 0 { answer["location_id"] = .integer(locationID) }
            if !current.isEmpty {
                var names: JSONObject = ["time": .string(units.time), "interval": "seconds"]
                var values: JSONObject = ["time": time(localSeconds - localSeconds % 900), "interval": 900]
                for variable in current {
                    names[variable.name] = .string(units.name(of: variable.quantity))
                    values[variable.name] = .number(units.convert(variable.value(place.climate, 0), variable.quantity))
                }
                answer["current_units"] = .object(names)
                answer["current"] = .object(values)
            }
            if !daily.isEmpty {
                var names: JSONObject = ["time": .string(units.time)]
                var values: JSONObject = ["time": .array((0..<days).map { date(localMidnight + $0 * 86_400) })]
                for variable in daily {
                    names[variable.name] = .string(units.name(of: variable.quantity))
                    values[variable.name] = .array((0..<days).map { value(of: variable, day: $0) })
                }
                answer["daily_units"] = .object(names)
                answer["daily"] = .object(values)
            }
            return .object(answer)
        }

        private func value(of variable: ForecastVariable, day: Int) -> JSONValue {
            let value = units.convert(variable.value(place.climate, day), variable.quantity)
            if case .clockTime = variable.quantity { return time(localMidnight + day * 86_400 + Int(value) * 60) }
            return .number(value)
        }

        private var abbreviation: String {
            guard offset != 0 else { return "GMT" }
            let minutes = abs(offset) / 60 % 60
            return "GMT\(offset < 0 ? "-" : "+")\(abs(offset) / 3600)" + (minutes == 0 ? "" : ":\(minutes)")
        }

        /// A local time without an offset, or a UTC epoch.
        private func time(_ local: Int) -> JSONValue {
            units.isUnixTime ? .integer(local - offset) : .string(String(text(local).prefix(16)))
        }

        private func date(_ local: Int) -> JSONValue {
            units.isUnixTime ? .integer(local - offset) : .string(String(text(local).prefix(10)))
        }

        private func text(_ local: Int) -> String {
            Date(timeIntervalSince1970: Double(local)).formatted(.iso8601)
        }
    }
}
