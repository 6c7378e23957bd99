import LanguageModels

@Generable(description: "A thing in stock")
struct InventoryItem: Equatable {
    let id: Int
    @Guide(description: "What it is called")
    let title: String
    @Guide(description: "How many there are", .minimum(0))
    let quantity: Int
}

/// The stock, which several tools share.
actor Inventory {
    private(set) var items: [InventoryItem] = []

    func add(_ title: String, _ quantity: Int) -> InventoryItem {
        let item = InventoryItem(id: items.count + 1, title: title, quantity: quantity)
        items.append(item)
        return item
    }

    func remove(_ id: Int) -> Bool {
        let count = items.count
        items.removeAll { $0.id == id }
        return items.count < count
    }
}

struct GetInventoryListTool: Tool {
    let inventory: Inventory
    let description = "Lists what is in stock"
    var name: String { "getInventoryList" }

    @Generable struct Arguments {}

    func call(arguments: Arguments) async throws -> [InventoryItem] { await inventory.items }
}

struct CreateInventoryTool: Tool {
    let inventory: Inventory
    let description = "Adds something to the stock"
    var name: String { "createInventory" }

    @Generable
    struct Arguments {
        var title: String
        @Guide(description: "How many", .range(1...9999))
        var quantity: Int
    }

    func call(arguments: Arguments) async throws -> InventoryItem {
        await inventory.add(arguments.title, arguments.quantity)
    }
}

struct DeleteInventoryTool: Tool {
    struct NothingThere: Error {}

    let inventory: Inventory
    let description = "Takes something out of the stock"
    var name: String { "deleteInventory" }

    @Generable struct Arguments { var id: Int }

    func call(arguments: Arguments) async throws -> some PromptRepresentable {
        guard await inventory.remove(arguments.id) else { throw NothingThere() }
        return "gone"
    }
}

/// A conversation with a set of tools; an error of a tool names the tool.
@MainActor
final class InventoryAssistant {
    private let session: LanguageModelSession
    private(set) var failedTool: String?

    init(_ inventory: Inventory) {
        session = LanguageModelSession(
            tools: [
                GetInventoryListTool(inventory: inventory),
                CreateInventoryTool(inventory: inventory),
                DeleteInventoryTool(inventory: inventory),
            ],
            instructions: Instructions {
                "You keep the stock."
                "Never guess a number."
            }
        )
    }

    var isBusy: Bool { session.isResponding }

    var entryCount: Int { session.transcript.count }

    func ask(_ question: String) async throws -> String? {
        do {
            return try await session.respond(to: question).content
        } catch let error as LanguageModelSession.ToolCallError {
            failedTool = error.tool.name
            return nil
        } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
            return nil
        }
    }
}
