import StreamSafeText

/// Builds a tree from the parser's events, within limits.
struct HTMLTreeBuilder {
    private(set) var tree = HTMLTree()
    private let limits: HTMLLimits
    /// The open elements that are in the tree, outermost first.
    private var open = [0]
    /// The parser's nesting depth; elements below the limit are counted but not kept.
    private var depth = 0
    /// The process that finds the places of joiners in the last text.
    private var streamSafety = StreamSafeProcess()

    init(limits: HTMLLimits) {
        self.limits = limits
    }

    /// Whether the parser should stop because a limit on nodes or on its nesting is reached.
    var isFull: Bool { tree.nodes.count >= limits.nodes || depth >= limits.parserDepth }

    /// Handles the start of an element; its name is in lower case.
    mutating func start(_ name: String, attributes: [String: String]) {
        depth += 1
        guard open.count <= limits.depth, !isFull else {
            tree.isCut = true
            return
        }
        tree.nodes.append(
            .init(
                name: name,
                attributes: attributes.mapValues(\.streamSafe),
                parent: open[open.count - 1],
                end: 0
            )
        )
        open.append(tree.nodes.count - 1)
    }

    /// Handles the end of the innermost open element.
    mutating func end() {
        guard depth > 0 else { return }
        // Elements that were not kept are the innermost ones.
        if depth == open.count - 1 { close() }
        depth -= 1
    }

    /// Handles a piece of text; adjacent pieces become one.
    mutating func text(_ text: String) {
        let last = tree.nodes.count - 1
        if tree.nodes[last].isText, tree.nodes[last].parent == open[open.count - 1] {
            tree.nodes[last].text += streamSafety.next(text)
        } else if isFull {
            tree.isCut = true
        } else {
            streamSafety = StreamSafeProcess()
            let text = streamSafety.next(text)
            tree.nodes.append(.init(text: text, parent: open[open.count - 1], end: tree.nodes.count + 1))
        }
    }

    /// Returns the tree at the end of the page.
    mutating func finish(isCut: Bool) -> HTMLTree {
        while open.count > 1 { close() }
        tree.nodes[0].end = tree.nodes.count
        if isCut { tree.isCut = true }
        return tree
    }

    private mutating func close() {
        let element = open.removeLast()
        tree.nodes[element].end = tree.nodes.count
    }
}
