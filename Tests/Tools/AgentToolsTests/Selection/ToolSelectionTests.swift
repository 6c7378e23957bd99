import Phrasebook
import LanguageModels
import StreamingJSON
import Testing
import ToolDeclarations
import Transport

@testable import AgentTools
@testable import DeclaredTools

/// The selection of tools among 500 operations of an imagined company's APIs.
struct ToolSelectionTests {
    private static let nouns: [(name: String, text: String, japanese: String)] = [
        ("Invoice", "invoices that customers pay", "請求書"), ("Customer", "customers and their addresses", "顧客"),
        ("Shipment", "parcels on their way", "出荷"), ("Warehouse", "warehouses and their places", "倉庫"),
        ("Employee", "people who work here", "従業員"), ("Vacation", "days off of employees", "休暇"),
        ("Ticket", "questions of customers to the support", "問い合わせ"), ("Server", "machines in the data center", "サーバー"),
        ("Backup", "copies of databases", "バックアップ"), ("Certificate", "TLS certificates of domains", "証明書"),
        ("Payment", "payments by card and by bank", "支払い"), ("Refund", "money that is paid back", "返金"),
        ("Coupon", "codes for a discount", "クーポン"), ("Product", "goods of the shop", "商品"),
        ("Review", "opinions of customers about goods", "レビュー"), ("Supplier", "companies that deliver to us", "仕入先"),
        ("Contract", "signed agreements", "契約"), ("Meeting", "meetings in rooms", "会議"),
        ("Vehicle", "cars and trucks of the fleet", "車両"), ("Repair", "repairs of machines", "修理"),
        ("Sensor", "sensors and what they measure", "センサー"), ("Alarm", "alarms of sensors", "警報"),
        ("Newsletter", "mails to subscribers", "メールマガジン"), ("Survey", "questions to people and their answers", "アンケート"),
        ("Budget", "planned spending of departments", "予算"),
    ]
    private static let verbs: [(name: String, text: String, effect: String)] = [
        ("list", "Lists", "reads"), ("get", "Returns one of the", "reads"), ("create", "Creates one of the", "changes"),
        ("update", "Changes one of the", "changes"), ("delete", "Deletes one of the", "destroys"),
        ("archive", "Archives", "changes"), ("export", "Exports as a file", "reads"), ("count", "Counts", "reads"),
        ("share", "Shares with others", "changes"), ("approve", "Approves", "changes"),
        ("reject", "Rejects", "changes"),
        ("assign", "Assigns to a person", "changes"), ("tag", "Adds tags to", "changes"),
        ("restore", "Restores deleted", "changes"), ("print", "Prints", "reads"),
        ("merge", "Merges two of the", "changes"),
        ("copy", "Copies", "changes"), ("history", "Returns the changes of", "reads"), ("lock", "Locks", "changes"),
        ("unlock", "Unlocks", "changes"),
    ]

    private static func registry() throws -> ToolRegistry {
        var text = "torii: 1\nupstream: company\nbase: https://api.example.com\ntools:\n"
        var files: [ToolDeclarationFile] = []
        for (number, noun) in nouns.enumerated() {
            for verb in verbs {
                text += """
                      - name: \(verb.name)\(noun.name)
                        description: \(verb.text) \(noun.text).
                        tags: [\(noun.japanese)]
                        expose: search
                        effect: \(verb.effect)
                        arguments: {id: {type: string, description: "The number of the \(noun.name.lowercased())"}, note: {type: string, description: A remark for the log, maxLength: 200}}
                        request: {post: /\(noun.name)/\(verb.name), json: {id: "{id}", note: "{note}"}}

                    """
            }
            if (number + 1).isMultiple(of: 5) {
                files.append(try ToolDeclarationFile(text, file: "company-\(number)"))
                text = "torii: 1\nupstream: company\nbase: https://api.example.com\ntools:\n"
            }
        }
        let surroundings = DeclaredToolSurroundings(client: HTTPClient(), phrases: PhrasebookReader())
        return ToolRegistry(try files.flatMap { file in try DeclaredTools.tools(of: file, in: surroundings) })
    }

    private static let questions: [(String, String)] = [
        ("Show me all unpaid invoices", "listInvoice"), ("How many parcels are on their way?", "countShipment"),
        ("Create a coupon for ten percent", "createCoupon"), ("delete the old backup of Monday", "deleteBackup"),
        ("Please approve the vacation of Ada", "approveVacation"),
        ("Who changed this contract? Show its history", "historyContract"),
        ("Assign the support ticket 12 to Grace", "assignTicket"), ("Print the certificate", "printCertificate"),
        ("Merge the two customers named Smith", "mergeCustomer"), ("lock that server", "lockServer"),
        ("Export the payments as a file", "exportPayment"), ("Which sensors are there? list them", "listSensor"),
        ("Archive last year's newsletters", "archiveNewsletter"), ("share the survey with others", "shareSurvey"),
        ("Restore the deleted product", "restoreProduct"), ("Reject the refund", "rejectRefund"),
        ("count the vehicles of the fleet", "countVehicle"), ("Update the supplier's address", "updateSupplier"),
        ("tag the review as spam", "tagReview"), ("copy the budget of marketing", "copyBudget"),
        ("unlock the warehouse", "unlockWarehouse"), ("get meeting 7", "getMeeting"), ("list alarms", "listAlarm"),
        ("create a repair for the printer", "createRepair"), ("delete employee 9", "deleteEmployee"),
    ]

    @Test func findsTheRightOneOfFiveHundred() throws {
        let all = try Self.registry()
        #expect(all.names.count == 501)
        func bytes(_ registry: ToolRegistry) -> Int {
            registry.tools.reduce(0) {
                $0 + $1.name.utf8.count + $1.description.utf8.count + $1.parameters.jsonValue.serialized().utf8.count
            }
        }
        var (found, sent) = (0, 0)
        for (question, tool) in Self.questions {
            let offered = all.offered(for: [question], called: [])
            if offered.names.contains(tool) { found += 1 }
            sent = max(sent, bytes(offered))
        }
        print(
            "selection: \(found) of \(Self.questions.count) found; \(bytes(all)) bytes of tools, at most \(sent) sent"
        )
        #expect(Double(found) >= 0.9 * Double(Self.questions.count))
        #expect(sent * 20 < bytes(all))
    }

    @Test func findsByJapaneseWords() throws {
        let all = try Self.registry()
        for noun in Self.nouns {
            let names = all.offered(for: ["\(noun.japanese)を一覧で見せて"], called: []).names
            #expect(names.contains { $0.hasSuffix(noun.name) }, "\(noun.name)")
        }
    }

    @Test func whatWasSelectedStays() throws {
        let all = try Self.registry()
        let first = all.offered(for: ["list invoices"], called: []).names
        let second = all.offered(for: ["list invoices", "lock that server"], called: ["createCoupon"]).names
        #expect(Set(first).isSubset(of: second))
        #expect(second.contains("lockServer") && second.contains("createCoupon"))
        #expect(all.offered(for: ["hello"], called: []).names == ["readOn"])
    }

    @Test(arguments: [(30, 30), (31, 5)])
    func toolsWithoutAChoiceAreSelectedWhenThereAreMany(count: Int, offered: Int) throws {
        var text = "torii: 1\nupstream: company\nbase: https://api.example.com\ntools:\n"
        for number in 0..<count {
            text += "  - {name: order\(number), description: An order., effect: reads, request: {get: /\(number)}}\n"
        }
        text += "  - {name: fixed, description: Something else., expose: search, effect: reads, request: {get: /x}}\n"
        let file = try ToolDeclarationFile(text, file: "f")
        let registry = ToolRegistry(
            try DeclaredTools.tools(
                of: file,
                in: DeclaredToolSurroundings(client: HTTPClient(), phrases: PhrasebookReader())
            )
        )
        let names = registry.offered(for: ["Show the orders"], called: []).tools.map(\.name)
        #expect(names.count { $0.hasPrefix("order") } == offered && !names.contains("fixed"))
        #expect(registry.offered(for: ["Something else"], called: []).tools.contains { $0.name == "fixed" })
    }
}
