import OwnerLiterals
import Storage
import Testing

@testable import AgentTools

@Suite struct KeptOutputsTests {
    private let start = ContinuousClock.now
    private let pages = OutputPages(String(repeating: "0123456789\n", count: 900), budget: 1000)
    private let ann = OutputOwner(owner: "ann", conversation: "c")
    private let bob = OutputOwner(owner: "bob")

    private func kept() throws -> (outputs: KeptOutputs, pages: OutputPages, size: Int) {
        let pages = try #require(pages)
        var one = KeptOutputs(capacity: .max, maximumAge: .seconds(60))
        one.store(pages, as: "x", for: ann, at: start)
        return (KeptOutputs(capacity: 4 * one.byteCount, maximumAge: .seconds(60)), pages, one.byteCount)
    }

    @Test func theClientWithTheMostLosesItsOldest() throws {
        var (outputs, pages, size) = try kept()
        outputs.store(pages, as: "ann 1", for: ann, at: start)
        for number in 1...100 {
            outputs.store(pages, as: "bob \(number)", for: bob, at: start)
            #expect(outputs.byteCount <= 4 * size)
        }
        #expect(outputs.output("ann 1", for: ann, at: start) == pages)
        #expect(outputs.output("bob 97", for: bob, at: start) == nil)
        for number in 98...100 { #expect(outputs.output("bob \(number)", for: bob, at: start) == pages) }
    }

    @Test func aSingleClientMayUseTheWholeCapacity() throws {
        var (outputs, pages, _) = try kept()
        for number in 1...9 { outputs.store(pages, as: "\(number)", for: ann, at: start) }
        #expect(outputs.count == 4)
    }

    @Test func manyConversationsAreOneClient() throws {
        var (outputs, pages, _) = try kept()
        outputs.store(pages, as: "bob", for: bob, at: start)
        for number in 1...100 {
            let owner = OutputOwner(owner: "ann", conversation: "\(number)")
            outputs.store(pages, as: "ann \(number)", for: owner, at: start)
            outputs.announce(2, of: "ann \(number)", to: owner)
        }
        #expect(outputs.output("bob", for: bob, at: start) == pages)
        // A removed output leaves no announced page behind.
        let announced = (1...100).filter {
            outputs.announcedPage(for: OutputOwner(owner: "ann", conversation: "\($0)")) != nil
        }
        #expect(announced == [98, 99, 100])
    }

    @Test func manyUsersAreOneClient() throws {
        var (outputs, pages, _) = try kept()
        outputs.store(pages, as: "bob", for: bob, at: start)
        for owner in ["ann/1", "ann/2", "ann/3", "ann/4", "ann/5", "ann/6"] as [Owner] {
            outputs.store(pages, as: owner.text, for: OutputOwner(owner: owner), at: start)
        }
        #expect(outputs.output("bob", for: bob, at: start) == pages && outputs.count == 4)
    }

    @Test func aClientsOutputsAreRemovedTogether() throws {
        var (outputs, pages, size) = try kept()
        outputs.store(pages, as: "bob", for: bob, at: start)
        for number in 1...3 { outputs.store(pages, as: "ann \(number)", for: ann, at: start) }
        outputs.announce(2, of: "ann 3", to: ann)
        outputs.removeAll { $0 == "ann" }
        #expect(outputs.count == 1 && outputs.byteCount == size)
        #expect(outputs.announcedPage(for: ann) == nil && outputs.output("bob", for: bob, at: start) == pages)
    }

    @Test func expiredOutputsAreRemovedFirst() throws {
        var (outputs, pages, _) = try kept()
        outputs.store(pages, as: "old", for: bob, at: start)
        let later = start + .seconds(61)
        #expect(outputs.output("old", for: bob, at: later) == nil)
        outputs.store(pages, as: "new", for: ann, at: later)
        #expect(outputs.count == 1)
    }
}
