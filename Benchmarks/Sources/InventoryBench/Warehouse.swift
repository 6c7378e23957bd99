import Foundation
import Storage

/// Items made from counters, so that every run has the same ones.
///
/// They have titles of two words and a number, English and Japanese, ten categories, two hundred places, four states and a code each.
/// There is one item a minute, and every tenth was changed at another time.
struct Warehouse: InventoryImportSource {
    let count: Int

    static let end = Date(timeIntervalSince1970: 1_795_000_000)

    private static let words = [
        "A4用紙", "六角ボルト", "コピー用紙", "単三乾電池", "paper", "envelope", "cable", "hex bolt", "コネクタ", "段ボール箱", "ケーブル",
        "label", "toner", "手袋", "養生テープ",
    ]
    static let categories = ["部品", "消耗品", "office", "cables", "tools", "safety", "梱包", "電池", "ねじ", "その他"]

    static func place(_ number: Int) -> String { "倉庫\(number % 20)-\(number / 20 % 10)" }

    static func code(_ number: Int) -> String { "tw" + String(1_000_000_000_000 + number).dropFirst() }

    func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws {
        var state: UInt64 = 1
        func draw(_ bound: Int) -> Int {
            // Knuth's linear congruential generator; its high bits are random enough here.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for number in 1...count {
            let title =
                "\(Self.words[draw(Self.words.count)]) \(Self.words[draw(Self.words.count)]) M\(draw(100)) "
                + String(1_000_000 + number)
            let age = draw(10) == 0 ? draw(700 * 86_400) : (count - number) * 60
            let fields = InventoryItemChange(
                title: title,
                quantity: .set(Double(draw(1000))),
                unit: "個",
                category: .set(Self.categories[draw(Self.categories.count)]),
                place: .set(Self.place(draw(200))),
                // The last tenth is new, so that "new" and an early day match no common item.
                state: number * 10 > count * 9 ? "new" : .set(["used", "broken", "reserved"][draw(3)]),
                code: .set(Self.code(number))
            )
            _ = try body(InventoryImportRow(fields: fields, updatedAt: Self.end - Double(age)))
        }
    }
}
