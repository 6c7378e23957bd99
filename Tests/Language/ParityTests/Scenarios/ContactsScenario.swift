import LanguageModels

/// A person in the address book.
struct Contact {
    var givenName: String
    var birthMonth: Int
}

/// A tool that finds a person born in a month; it always returns a name, so that the story can continue.
struct ContactsTool: Tool {
    let name = "getContacts"
    let description: String
    let fallbackName = "Naomi"
    let contacts: @Sendable () throws -> [Contact]

    init(today: String, contacts: @escaping @Sendable () throws -> [Contact]) {
        description = "Get a contact born in this month. Today is \(today)"
        self.contacts = contacts
    }

    @Generable
    struct Arguments {
        @Guide(description: "The month to get a contact for", .range(1...12))
        let month: Int
    }

    func call(arguments: Arguments) async throws -> String {
        do {
            let born = try contacts().filter { $0.birthMonth == arguments.month }
            return born.first?.givenName ?? fallbackName
        } catch {
            return fallbackName
        }
    }
}

@Generable
struct GeneratedCustomer: Equatable {
    @Guide(description: "A name from the getContacts tool")
    let name: String
    let encounter: Encounter
    @Guide(description: "How far along the person is", .range(1...10))
    let level: Int
    @Guide(description: "What the person is like", .count(2))
    let attributes: [Attribute]
    let imageDescription: String

    @Generable
    enum Encounter: Equatable {
        case orderCoffee(String)
        case wantToTalkToManager(complaint: String)
    }

    @Generable
    enum Attribute: String, Equatable {
        case sassy, tired, hungry
    }
}

/// A tool call and a structured answer in one turn.
func generateCustomer(contacts: @escaping @Sendable () throws -> [Contact]) async throws -> GeneratedCustomer {
    let session = LanguageModelSession(
        tools: [ContactsTool(today: "21 November 2026", contacts: contacts)],
        instructions: """
            Use the \(ContactsTool(today: "", contacts: { [] }).name) tool to get a name for a customer.
            """
    )
    let response = try await session.respond(
        to: "Create a fun customer",
        generating: GeneratedCustomer.self,
        options: GenerationOptions(sampling: .random(top: 20), temperature: 1)
    )
    return response.content
}
