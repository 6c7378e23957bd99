/// A list that grows at its end and can be copied cheaply while it grows.
///
/// A copy shares everything. The first append after a copy duplicates only the tail, which is short; the elements
/// before it are in blocks that no longer change. Blocks of one size are joined when there are ``joinCount`` of them.
/// So the number of blocks grows with the logarithm of the length, and each element is moved only a few times, however
/// long the list is.
struct GrowingList<Element: Sendable>: Sendable {
    private var blocks: [[Element]] = []
    private var tail: [Element] = []
    private var countInBlocks = 0

    private static var joinCount: Int { 32 }
    private static var tailLimit: Int { max(32, 1024 / MemoryLayout<Element>.stride) }

    var count: Int { countInBlocks + tail.count }

    var isEmpty: Bool { tail.isEmpty && blocks.isEmpty }

    mutating func append(_ element: Element) {
        tail.append(element)
        if tail.count >= Self.tailLimit { storeTail() }
    }

    mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        var rest = elements[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.tailLimit - tail.count)
            tail.append(contentsOf: piece)
            if tail.count >= Self.tailLimit { storeTail() }
            rest = rest.dropFirst(piece.count)
        }
    }

    private mutating func storeTail() {
        countInBlocks += tail.count
        blocks.append(tail)
        tail = []
        while blocks.count >= Self.joinCount {
            let first = blocks.count - Self.joinCount
            guard blocks[first].count == blocks[blocks.count - 1].count else { return }
            let joined = Array(blocks[first...].joined())
            blocks.replaceSubrange(first..., with: CollectionOfOne(joined))
        }
    }

    subscript(index: Int) -> Element {
        get {
            guard index < countInBlocks else { return tail[index - countInBlocks] }
            let place = place(of: index)
            return blocks[place.block][place.index]
        }
        set {
            guard index < countInBlocks else {
                tail[index - countInBlocks] = newValue
                return
            }
            let place = place(of: index)
            blocks[place.block][place.index] = newValue
        }
    }

    private func place(of index: Int) -> (block: Int, index: Int) {
        var (block, index) = (0, index)
        while index >= blocks[block].count {
            index -= blocks[block].count
            block += 1
        }
        return (block, index)
    }

    /// All elements as one array, which is the tail itself if there are no blocks.
    var array: [Element] { blocks.isEmpty ? tail : joined(capacity: count) }

    /// Returns all elements and one more.
    func array(and last: Element) -> [Element] {
        var all = joined(capacity: count + 1)
        all.append(last)
        return all
    }

    private func joined(capacity: Int) -> [Element] {
        var all: [Element] = []
        all.reserveCapacity(capacity)
        for block in blocks { all += block }
        all += tail
        return all
    }

    /// Calls `body` with the elements from an index on, if all of them are in the tail.
    func withTail<Result>(from start: Int, _ body: (UnsafeBufferPointer<Element>) -> Result) -> Result? {
        guard start >= countInBlocks, start <= count else { return nil }
        return tail.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[(start - countInBlocks)...])) }
    }

    /// Returns the index of the first element that satisfies a condition.
    func firstIndex(where predicate: (Element) -> Bool) -> Int? {
        var before = 0
        for block in blocks {
            if let index = block.firstIndex(where: predicate) { return before + index }
            before += block.count
        }
        return tail.firstIndex(where: predicate).map { before + $0 }
    }

    mutating func removeAll() {
        if !blocks.isEmpty { blocks = [] }
        tail.removeAll(keepingCapacity: true)
        countInBlocks = 0
    }
}
