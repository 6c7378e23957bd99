import AgentTools
import LanguageModels
import Phrasebook
import StreamingJSON
import Transport

/// The weather of a place, as a program would write the tool.
struct WrittenForecast: AgentTool {
    @Generable
    struct Arguments {
        @Guide(description: "The latitude in degrees")
        var latitude: Double
        @Guide(description: "The longitude in degrees")
        var longitude: Double
    }

    let name = "writtenForecast"
    let description = "Returns the weather of a place."
    let client: HTTPClient
    let baseURL: String
    let breakers = CircuitBreakers()

    var artifactTypes: [String] { ["weather.now"] }
    var isReadOnly: Bool { true }
    var phrases: ToolPhrases { ToolPhrases(tool: name, effect: .reads, examples: [:], phrases: []) }

    @concurrent func call(arguments: Arguments) async throws -> String {
        let url = HTTPRequest.url(
            baseURL,
            "/forecast",
            query: [
                ("latitude", String(arguments.latitude)), ("longitude", String(arguments.longitude)),
                ("current", "temperature_2m,relative_humidity_2m,wind_speed_10m"),
                ("daily", "temperature_2m_max,temperature_2m_min"), ("timezone", "auto"),
            ]
        )
        let response = try await client.send(
            HTTPRequest(.get, url, headers: ["Accept": "application/json"], isTrusted: true),
            through: breakers
        )
        guard response.status == 200 else { throw ToolFailure("The weather service did not answer.") }
        let answer = try JSONValue(parsing: try await response.body.collect(upTo: 1_000_000))
        guard let now = answer["current"], let temperature = now["temperature_2m"]?.doubleValue,
            let humidity = now["relative_humidity_2m"]?.doubleValue, let wind = now["wind_speed_10m"]?.doubleValue
        else { throw ToolFailure("The weather service's answer cannot be read.") }
        let item: JSONValue = [
            "temperature": .number(temperature), "humidity": .number(humidity), "wind": .number(wind),
        ]
        ToolCallContext.current?.attach(
            ToolArtifact(type: "weather.now", content: GeneratedContent(jsonValue: ["items": [item]]))
        )
        let text = "It is \(temperature) °C, the wind has \(wind) km/h, the humidity is \(Int(humidity)) %."
        return UntrustedText.quoted(text, from: "the weather service")
    }
}

/// The same tool as a declaration.
enum DeclaredForecast {
    static func text(baseURL: String) -> String {
        """
        torii: 1
        upstream: forecast
        base: \(baseURL)
        tools:
          - name: declaredForecast
            description: Returns the weather of a place.
            effect: reads
            arguments:
              latitude: {type: number, description: The latitude in degrees}
              longitude: {type: number, description: The longitude in degrees}
            required: [latitude, longitude]
            request:
              get: /forecast
              query:
                latitude: "{latitude}"
                longitude: "{longitude}"
                current: temperature_2m,relative_humidity_2m,wind_speed_10m
                daily: temperature_2m_max,temperature_2m_min
                timezone: auto
            answer:
              select: $.current
              fields: {temperature: $.temperature_2m, humidity: $.relative_humidity_2m, wind: $.wind_speed_10m}
              text: "{{#items}}It is {{temperature}} °C, the wind has {{wind}} km/h, the humidity is {{humidity}} %.{{/items}}"
              artifact: weather.now

        """
    }
}
