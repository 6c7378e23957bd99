import LanguageModels

@Generable
struct Greeting: Equatable {
    var text: String
}

/// Every form of requests in Apple's framework, 26 and 27.
///
/// Each function makes one request per form and returns the texts.
enum Forms {
    static let prompt = Prompt("Greet")

    static func respondForText(_ session: LanguageModelSession) async throws -> [String] {
        let options = GenerationOptions()
        return [
            try await session.respond(to: prompt).content,
            try await session.respond(to: "Greet").content,
            try await session.respond { "Greet" }.content,
            try await session.respond(to: prompt, options: options).content,
            try await session.respond(to: "Greet", options: options).content,
            try await session.respond(options: options) { "Greet" }.content,
            try await session.respond(to: prompt, options: options, contextOptions: .init(), metadata: [:]).content,
            try await session.respond(to: "Greet", contextOptions: .init(reasoningLevel: .light)).content,
            try await session.respond(metadata: ["locale": "ja"]) { "Greet" }.content,
        ]
    }

    static func respondBySchema(_ session: LanguageModelSession) async throws -> [String] {
        let schema = Greeting.generationSchema
        let options = GenerationOptions()
        let contents = [
            try await session.respond(to: prompt, schema: schema).content,
            try await session.respond(to: "Greet", schema: schema, includeSchemaInPrompt: false).content,
            try await session.respond(schema: schema) { "Greet" }.content,
            try await session.respond(to: prompt, schema: schema, includeSchemaInPrompt: true, options: options)
                .content,
            try await session.respond(schema: schema, includeSchemaInPrompt: false, options: options) { "Greet" }
                .content,
            try await session.respond(to: prompt, schema: schema, contextOptions: .init()).content,
            try await session.respond(to: "Greet", schema: schema, options: options, metadata: [:]).content,
            try await session.respond(schema: schema, contextOptions: .init(), metadata: ["a": 1]) { "Greet" }.content,
        ]
        return try contents.map { try $0.value(String.self, forProperty: "text") }
    }

    static func respondByType(_ session: LanguageModelSession) async throws -> [String] {
        let inferred: Greeting = try await session.respond(to: "Greet").content
        let greetings = [
            inferred,
            try await session.respond(to: prompt, generating: Greeting.self).content,
            try await session.respond(to: "Greet", generating: Greeting.self, includeSchemaInPrompt: false).content,
            try await session.respond(generating: Greeting.self) { "Greet" }.content,
            try await session.respond(generating: Greeting.self, includeSchemaInPrompt: false, options: .init()) {
                Prompt("Greet")
            }.content,
            try await session.respond(to: prompt, generating: Greeting.self, contextOptions: .init()).content,
            try await session.respond(to: "Greet", generating: Greeting.self, options: .init(), metadata: [:]).content,
            try await session.respond(generating: Greeting.self, metadata: ["a": true]) { "Greet" }.content,
        ]
        return greetings.map(\.text)
    }

    static func stream(_ session: LanguageModelSession) async throws -> [String] {
        let schema = Greeting.generationSchema
        let texts = [
            session.streamResponse(to: prompt), session.streamResponse(to: "Greet", options: .init()),
            session.streamResponse { "Greet" }, session.streamResponse(to: prompt, contextOptions: .init()),
            session.streamResponse(to: "Greet", metadata: [:]), session.streamResponse(metadata: [:]) { "Greet" },
        ]
        let contents = [
            session.streamResponse(to: prompt, schema: schema),
            session.streamResponse(to: "Greet", schema: schema, includeSchemaInPrompt: false),
            session.streamResponse(schema: schema, options: .init()) { "Greet" },
            session.streamResponse(to: prompt, schema: schema, contextOptions: .init()),
            session.streamResponse(schema: schema, metadata: [:]) { "Greet" },
        ]
        let greetings = [
            session.streamResponse(to: prompt, generating: Greeting.self),
            session.streamResponse(to: "Greet", generating: Greeting.self, includeSchemaInPrompt: false),
            session.streamResponse(generating: Greeting.self, options: .init()) { "Greet" },
            session.streamResponse(to: "Greet", generating: Greeting.self, contextOptions: .init()),
            session.streamResponse(generating: Greeting.self, metadata: [:]) { "Greet" },
        ]
        var ends: [String] = []
        for stream in texts {
            var last = ""
            for try await snapshot in stream { last = snapshot.content }
            ends.append(last)
        }
        for stream in contents {
            ends.append(try await stream.collect().content.value(String.self, forProperty: "text"))
        }
        for stream in greetings {
            var last: String?
            for try await snapshot in stream { last = snapshot.content.text }
            ends.append(last ?? "")
        }
        return ends
    }
}
