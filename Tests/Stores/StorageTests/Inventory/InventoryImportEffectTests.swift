import Foundation
import Storage
import Testing

@Suite struct InventoryImportEffectTests {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)
    private let now = start + 60
    private let stored = InventoryItemRecord(id: 7, title: "A4", quantity: 1, createdAt: start, updatedAt: start)

    private func item(_ title: String, createdAt: Date, updatedAt: Date) -> InventoryItemRecord {
        InventoryItemRecord(InventoryItemDraft(title: title), createdAt: createdAt, updatedAt: updatedAt)
    }

    @Test func aRowOfAStoredItemUpdatesIt() {
        var expected = stored
        (expected.quantity, expected.updatedAt) = (5, now)
        let row = InventoryImportRow(id: 7, fields: InventoryItemChange(quantity: 5))
        #expect(row.effect(on: stored, at: now) == .update(expected))
        (expected.createdAt, expected.updatedAt) = (Self.start - 9, Self.start - 8)
        let dated = InventoryImportRow(
            id: 7,
            fields: InventoryItemChange(quantity: 5),
            createdAt: Self.start - 9,
            updatedAt: Self.start - 8
        )
        #expect(dated.effect(on: stored, at: now) == .update(expected))
    }

    @Test func aRowOfNoStoredItemCreatesOne() {
        let fields = InventoryItemChange(title: "B5")
        let (early, late) = (Self.start - 9, Self.start - 8)
        for (createdAt, updatedAt, expected) in [
            (nil, nil, item("B5", createdAt: now, updatedAt: now)),
            (early, late, item("B5", createdAt: early, updatedAt: late)),
            (nil, late, item("B5", createdAt: late, updatedAt: late)),
            (early, nil, item("B5", createdAt: early, updatedAt: now)),
        ] as [(Date?, Date?, InventoryItemRecord)] {
            let row = InventoryImportRow(id: 9, fields: fields, createdAt: createdAt, updatedAt: updatedAt)
            #expect(row.effect(on: nil, at: now) == .create(expected))
        }
    }

    @Test func aNewItemNeedsATitle() {
        let row = InventoryImportRow(id: 9, fields: InventoryItemChange(quantity: 5))
        #expect(row.effect(on: nil, at: now) == .none)
        #expect(row.effect(on: nil, at: now).outcome == .titleMissing)
    }

    @Test func eachChangeHasALaterVersion() {
        let change = InventoryItemChange(quantity: 2)
        #expect(stored.changed(by: change, at: now).updatedAt == now)
        let next = Date(milliseconds: Self.start.milliseconds + 1)
        for time in [Self.start, Self.start - 60, .distantPast] {
            #expect(stored.changed(by: change, at: time).updatedAt == next)
        }
        #expect(stored.isVersion(nil) && stored.isVersion(Self.start) && stored.isVersion(Self.start + 0.0004))
        #expect(!stored.isVersion(now))
    }
}
