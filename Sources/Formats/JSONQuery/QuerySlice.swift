/// The indexes of `start:end:step`, as RFC 9535 §2.3.4.2 defines them.
struct QuerySlice: Sendable {
    let start: Int?
    let end: Int?
    let step: Int

    /// Returns the indexes for an array of a length, in the order of selection; none if the step is 0.
    ///
    /// The parser limits all numbers to 2⁵³ − 1, so that no sum here overflows.
    func indexes(count: Int) -> StrideTo<Int> {
        guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
        let first = normalized(start ?? (step > 0 ? 0 : count - 1), count: count)
        // A missing end is one beyond the last index in the direction; -1 as a number would mean the last element.
        let last = end.map { normalized($0, count: count) } ?? (step > 0 ? count : -1)
        if step > 0 {
            return stride(from: min(max(first, 0), count), to: min(max(last, 0), count), by: step)
        }
        return stride(from: min(max(first, -1), count - 1), to: min(max(last, -1), count - 1), by: step)
    }

    private func normalized(_ index: Int, count: Int) -> Int { index >= 0 ? index : count + index }
}
