import LanguageModels

/// A tool for the weather of a city; a real one would query a service.
struct CurrentWeather: Tool {
    let name = "getCurrentWeather"
    let description = "Returns the current weather of a city"

    @Generable
    struct Arguments {
        @Guide(description: "The name of the city")
        var city: String
    }

    func call(arguments: Arguments) async throws -> String {
        let temperatures = ["Tokyo": 31, "Oslo": 12]
        guard let temperature = temperatures[arguments.city] else { return "There is no report for \(arguments.city)." }
        return "\(arguments.city): \(temperature) °C"
    }
}
