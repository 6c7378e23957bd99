import Testing

@testable import Phrasebook

@Suite struct EnglishTableTests {
    @Test(arguments: [
        ("What's the weather in Tokyo?", #"getCurrentWeather {"city":"Tokyo"}"#),
        ("whats the weather like in tokyo", #"getCurrentWeather {"city":"tokyo"}"#),
        ("How is the weather in New York today?", #"getCurrentWeather {"city":"New York"}"#),
        (
            "Could you please tell me the current weather in Rio de Janeiro?",
            #"getCurrentWeather {"city":"Rio de Janeiro"}"#
        ),
        ("weather Berlin", #"getCurrentWeather {"city":"Berlin"}"#),
        ("Berlin weather", #"getCurrentWeather {"city":"Berlin"}"#),
        ("What is Tokyo's weather like right now?", #"getCurrentWeather {"city":"Tokyo"}"#),
        ("Show me the temperature in Portland, Maine", #"getCurrentWeather {"city":"Portland, Maine"}"#),
        ("How hot is it in St. Louis?", #"getCurrentWeather {"city":"St. Louis"}"#),
        ("Is it raining in London?", #"getCurrentWeather {"city":"London"}"#),
        ("Do I need an umbrella in Winston-Salem today?", #"getCurrentWeather {"city":"Winston-Salem"}"#),
        ("hey, is it cold in Oslo right now?", #"getCurrentWeather {"city":"Oslo"}"#),
        ("Will it rain in Paris today?", #"getCurrentWeather {"city":"Paris"}"#),
        ("temp in Dubai", #"getCurrentWeather {"city":"Dubai"}"#),
        ("Tell me how warm it is in Madrid", #"getCurrentWeather {"city":"Madrid"}"#),
        ("should I bring an umbrella to London?", #"getCurrentWeather {"city":"London"}"#),
        ("Hi! Could you check if it's raining in Seattle right now?", #"getCurrentWeather {"city":"Seattle"}"#),
        ("what temperature is it in the Hague", #"getCurrentWeather {"city":"the Hague"}"#),
        ("I am flying out soon. What is the weather in 東京?", #"getCurrentWeather {"city":"東京"}"#),
        ("Ｗｈａｔ's the weather in Ｐａｒｉｓ？", #"getCurrentWeather {"city":"Paris"}"#),
        ("Would you mind telling me the temperature in Sapporo?", #"getCurrentWeather {"city":"Sapporo"}"#),
        ("Would you be able to tell me the weather in Rome, please?", #"getCurrentWeather {"city":"Rome"}"#),
        ("Do you think you could show me the weather in Rome?", #"getCurrentWeather {"city":"Rome"}"#),
        ("I'd appreciate it if you could show me the weather in Rome", #"getCurrentWeather {"city":"Rome"}"#),
    ])
    func weather(message: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [call])
    }

    @Test(
        "Asking for a favor is no question of yes or no",
        arguments: [
            ("Can you tell me the temperature in Sapporo?", RequestedAnswer.anything),
            ("can I see the items?", .anything),
            ("Are you able to show me the inventory?", .anything), ("Do you know how many staplers we have?", .number),
            ("Can you tell me if it is raining in Rome?", .judgement), ("do you know whether we have tape", .judgement),
            ("Is it raining in Rome?", .judgement), ("Do we have tape?", .judgement),
        ]
    )
    func favors(message: String, asked: RequestedAnswer) {
        #expect(RequestedAnswer(Utterance(message).tokens[...]) == asked)
    }

    @Test(arguments: [
        ("Is it hotter in New Delhi or San Francisco?", ["New Delhi", "San Francisco"]),
        ("Is it hotter in New Delhi than in San Francisco?", ["New Delhi", "San Francisco"]),
        ("Is New Delhi warmer than San Francisco?", ["New Delhi", "San Francisco"]),
        ("Which is colder, Oslo or Moscow?", ["Oslo", "Moscow"]),
        ("which city is windier: Chicago or Boston", ["Chicago", "Boston"]),
        ("What's the weather in Rome, Paris and Oslo?", ["Rome", "Paris", "Oslo"]),
        ("What's the weather in Tokyo and in Osaka?", ["Tokyo", "Osaka"]),
        ("Compare the temperatures in Cairo and Lagos", ["Cairo", "Lagos"]),
        ("where is it coldest, Oslo, Moscow or Ottawa?", ["Oslo", "Moscow", "Ottawa"]),
        ("between Cairo and Athens, which is hotter?", ["Cairo", "Athens"]),
        ("Weather in Tokyo and Tokyo", ["Tokyo"]),
    ])
    func severalCities(message: String, cities: [String]) throws {
        #expect(try PhraseReading.calls(for: message) == cities.map { #"getCurrentWeather {"city":"\#($0)"}"# })
    }

    @Test(arguments: [
        ("Read the page \"https://example.test/a\"", #"readWebPage {"url":"https://example.test/a"}"#),
        ("search for swift concurrency", #"searchWeb {"query":"swift concurrency"}"#),
        ("Search the web for the history of tea.", #"searchWeb {"query":"the history of tea"}"#),
        ("please look up the tallest building in Japan", #"searchWeb {"query":"the tallest building in Japan"}"#),
        ("look up \"bread and butter\" online", #"searchWeb {"query":"bread and butter"}"#),
        ("google best ramen in Fukuoka", #"searchWeb {"query":"best ramen in Fukuoka"}"#),
        ("Who is Ada Lovelace?", #"searchWeb {"query":"Ada Lovelace"}"#),
        ("what is a monad", #"searchWeb {"query":"a monad"}"#),
        ("Tell me about black holes", #"searchWeb {"query":"black holes"}"#),
        ("find information about the Meiji era for me", #"searchWeb {"query":"the Meiji era"}"#),
        ("find 5 articles about solar power", #"searchWeb {"maxResults":5,"query":"solar power"}"#),
        ("search for salt and pepper shakers", #"searchWeb {"query":"salt and pepper shakers"}"#),
        ("search for how to delete item 3", #"searchWeb {"query":"how to delete item 3"}"#),
    ])
    func search(message: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [call])
    }

    @Test(arguments: [
        ("show the inventory", "{}"),
        ("List all inventory items", "{}"),
        ("What's in stock?", "{}"),
        ("can you show me everything in the inventory?", "{}"),
        ("Show the inventory updated yesterday", #"{"updatedAfter":"2026-11-20","updatedBefore":"2026-11-20"}"#),
        ("show me the items that were updated today", #"{"updatedAfter":"2026-11-21","updatedBefore":"2026-11-21"}"#),
        ("list inventory items changed this week", #"{"updatedAfter":"2026-11-16","updatedBefore":"2026-11-22"}"#),
        ("which items were modified last week?", #"{"updatedAfter":"2026-11-09","updatedBefore":"2026-11-15"}"#),
        ("Show the inventory updated last month", #"{"updatedAfter":"2026-10-01","updatedBefore":"2026-10-31"}"#),
        ("show the inventory updated since 2026-11-01", #"{"updatedAfter":"2026-11-01"}"#),
        ("show the inventory updated before 11/20", #"{"updatedBefore":"2026-11-20"}"#),
        (
            "list the stock updated between 2026-11-03 and 2026-11-10",
            #"{"updatedAfter":"2026-11-03","updatedBefore":"2026-11-10"}"#
        ),
        ("show items updated in the last 7 days", #"{"updatedAfter":"2026-11-15","updatedBefore":"2026-11-21"}"#),
        ("show the inventory updated on November 3rd", #"{"updatedAfter":"2026-11-03","updatedBefore":"2026-11-03"}"#),
        ("list items named \"A4 paper\"", #"{"title":"A4 paper"}"#),
        ("Do we have any A4 paper in stock?", #"{"title":"A4 paper"}"#),
        ("find printer ink in the inventory", #"{"title":"printer ink"}"#),
        (
            "show items containing paper updated yesterday",
            #"{"title":"paper","updatedAfter":"2026-11-20","updatedBefore":"2026-11-20"}"#
        ),
    ])
    func inventoryList(message: String, arguments: String) throws {
        #expect(try PhraseReading.calls(for: message) == ["getInventoryList \(arguments)"])
    }

    @Test(arguments: [
        ("Show item 3", #"getInventory {"id":3}"#),
        ("show me the details of item #12", #"getInventory {"id":12}"#),
        ("what is inventory item number three?", #"getInventory {"id":3}"#),
        ("look up id 7", #"getInventory {"id":7}"#),
        ("add \"A4 paper\" to the inventory, quantity 10", #"createInventory {"title":"A4 paper","quantity":10}"#),
        (
            "Add 10 boxes of A4 paper to the inventory",
            #"createInventory {"title":"A4 paper","quantity":10,"unit":"boxes"}"#
        ),
        ("please register “B5 notebook” in the inventory", #"createInventory {"title":"B5 notebook"}"#),
        ("add A4 paper to the stock", #"createInventory {"title":"A4 paper"}"#),
        ("create a new item called \"7 habits\"", #"createInventory {"title":"7 habits"}"#),
        ("add \"delete item 3\" to the inventory", #"createInventory {"title":"delete item 3"}"#),
        (
            "add 'toner' to the inventory, quantity 2.5, category office supplies, place shelf B",
            #"createInventory {"title":"toner","quantity":2.5,"category":"office supplies","place":"shelf B"}"#
        ),
        ("add two dozen pens to the inventory", #"createInventory {"title":"pens","quantity":24}"#),
        ("Rename item 3 to \"B5 paper\"", #"updateInventory {"id":3,"title":"B5 paper"}"#),
        ("rename item 3 to 7 habits", #"updateInventory {"id":3,"title":"7 habits"}"#),
        ("set the quantity of item 3 to 20", #"updateInventory {"id":3,"quantity":20}"#),
        ("set item 3's quantity to 20 boxes", #"updateInventory {"id":3,"unit":"boxes","quantity":20}"#),
        ("change the title of item #4 to “Pens, blue”", #"updateInventory {"id":4,"title":"Pens, blue"}"#),
        ("update item 3: quantity 20, place shelf C", #"updateInventory {"id":3,"quantity":20,"place":"shelf C"}"#),
        ("move item 5 to warehouse 2", #"updateInventory {"id":5,"place":"warehouse 2"}"#),
        ("mark item 5 as broken", #"updateInventory {"id":5,"state":"broken"}"#),
        ("set the quantity of item 3 to -5", #"updateInventory {"id":3,"quantity":-5}"#),
        ("delete item 3", #"deleteInventory {"id":3}"#),
        ("Could you please remove item #1,234 from the inventory?", #"deleteInventory {"id":1234}"#),
    ])
    func oneItem(message: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [call])
    }

    @Test(arguments: [
        (
            "What's the weather in Tokyo? List the inventory.",
            [#"getCurrentWeather {"city":"Tokyo"}"#, "getInventoryList {}"]
        ),
        (
            "what is the weather in Tokyo and Osaka and list the inventory",
            [#"getCurrentWeather {"city":"Tokyo"}"#, #"getCurrentWeather {"city":"Osaka"}"#, "getInventoryList {}"]
        ),
        ("delete items 3 and 4", [#"deleteInventory {"id":3}"#, #"deleteInventory {"id":4}"#]),
        (
            "search for cats and then show item 3",
            [#"searchWeb {"query":"cats"}"#, #"getInventory {"id":3}"#]
        ),
        (
            "What is the weather in Oslo? And in Bergen?",
            [#"getCurrentWeather {"city":"Oslo"}"#, #"getCurrentWeather {"city":"Bergen"}"#]
        ),
    ])
    func severalRequests(message: String, calls: [String]) throws {
        #expect(try PhraseReading.calls(for: message) == calls)
    }

    @Test(arguments: [
        "delete everything", "delete all items", "delete items 1 to 100", "delete item three hundred and a half",
        "delete item 3d", "delete item 2026-11-20", "don't delete item 3", "please do not delete item 3",
        "Delete item 3? No.", "Don't do it yet. Delete item 3.", "never remove item 3 from the inventory",
        "I was wondering whether anyone had thought about whether to delete item 3 some day",
        "sing me a song", "tell me a joke", "add milk",
        "add 3", "remind me to call Anna tomorrow",
        "set the quantity of item three to many",
        "rename item to \"B5\"",
        "book a flight to Paris", "???", "42", "",
    ])
    func noCall(message: String) throws {
        #expect(try PhraseReading.certainCalls(for: message) == [])
    }
}
