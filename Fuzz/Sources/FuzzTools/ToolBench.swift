import AgentTools
import BuiltInTools
import Dispatch
import Storage
import StorageSQLite
import Synchronization
import Transport

/// All tools of the server, with a store in memory and without a network.
enum ToolBench {
    /// The number of calls after which the store is emptied, so that stored data does not fill the memory.
    private static let callsPerStore = 5000

    private static let bench = Mutex<(registry: ToolRegistry, calls: Int)?>(nil)

    /// A client that is shut down, so that every request fails at once without a look-up or a connection.
    private static let client: HTTPClient = {
        let client = HTTPClient()
        let done = DispatchSemaphore(value: 0)
        // The fuzzer's thread waits for the shutdown.
        Task {
            await client.shutdown()
            done.signal()
        }
        done.wait()
        return client
    }()

    /// Returns the tools for the next call.
    static func registry() -> ToolRegistry {
        bench.withLock { bench in
            if let known = bench, known.calls < callsPerStore {
                bench = (known.registry, known.calls + 1)
                return known.registry
            }
            guard let store = try? SQLiteStore(path: nil) else { fatalError("There is no store in memory.") }
            let registry = ToolRegistry(tools(store))
            bench = (registry, 0)
            return registry
        }
    }

    private static func tools(_ store: SQLiteStore) -> [any AgentTool] {
        let inventory = EmbeddedInventory(store: store)
        let account = DAVAccount(client: client, baseURL: "http://127.0.0.1:1")
        return [
            SearchWeb(upstreams: [TavilySearch(client: client), MediaWikiSearch(client: client)]),
            ReadWebPage(client: client), GetCurrentWeather(client: client), GetInventoryList(inventory: inventory),
            GetInventory(inventory: inventory), CreateInventory(inventory: inventory),
            UpdateInventory(inventory: inventory), DeleteInventory(inventory: inventory),
            FindContacts(account: account),
            GetCalendarEvents(account: account), FetchHealthData(store: store),
        ]
    }
}
