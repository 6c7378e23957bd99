/// Finds the element that holds a page's main text.
///
/// A page that marks its text (`main`, `article`) is believed. Otherwise every paragraph votes for the elements around
/// it by its length and its commas, as in Readability; class names adjust the score, and elements made of links lose.
struct MainContent {
    private let tree: HTMLTree
    private let unread: [Bool]
    /// The number of bytes of visible text before each node, and of those that are inside links.
    private var textBefore: [Int] = []
    private var linkTextBefore: [Int] = []

    private static let paragraphs: Set<String> = ["p", "pre", "td", "blockquote", "li", "dd", "div", "section"]
    private static let commas: [Unicode.Scalar] = [",", "、", "。", "，"]
    private static let good = ["article", "body", "content", "entry", "main", "page", "post", "story", "text"]
    private static let bad = [
        "ad-", "ads", "banner", "comment", "cookie", "footer", "header", "menu", "nav", "promo", "related", "share",
        "sidebar", "social", "sponsor", "widget",
    ]

    init(_ tree: HTMLTree, unread: [Bool]) {
        self.tree = tree
        self.unread = unread
        var (text, linkText, linkEnd) = (0, 0, 0)
        for (index, node) in tree.nodes.enumerated() {
            textBefore.append(text)
            linkTextBefore.append(linkText)
            if node.name == "a" { linkEnd = max(linkEnd, node.end) }
            guard node.isText, !unread[index] else { continue }
            let length = node.text.singleSpacedLength
            text += length
            if index < linkEnd { linkText += length }
        }
        textBefore.append(text)
        linkTextBefore.append(linkText)
    }

    /// The element, or the whole document if no element scores well enough.
    var root: Int {
        if let marked = markedRoot { return marked }
        guard let best = bestRoot, length(best) >= 200, length(best) * 5 >= length(0) * 2 else { return 0 }
        return best
    }

    private var markedRoot: Int? {
        let marked = tree.elements {
            $0.name == "main" || $0.name == "article" || $0.attributes["role"]?.lowercased() == "main"
                || $0.attributes["itemprop"]?.lowercased() == "articlebody"
        }.filter { !unread[$0] && length($0) >= 100 && length($0) * 4 >= length(0) }
        guard let longest = marked.max(by: { length($0) < length($1) }) else { return nil }
        // If one contains another that has nearly as much text, the inner one wins because it has less around it.
        return marked.last { length($0) * 10 >= length(longest) * 7 }
    }

    private var bestRoot: Int? {
        var scores: [Int: Double] = [:]
        for (index, node) in tree.nodes.enumerated() where Self.paragraphs.contains(node.name) && !unread[index] {
            let (length, commas) = ownText(of: index)
            guard length >= 60 else { continue }
            let score = 1 + Double(commas) + min(Double(length) / 100, 3)
            scores[node.parent, default: weight(of: node.parent)] += score
            let grandparent = tree.nodes[node.parent].parent
            if grandparent != node.parent { scores[grandparent, default: weight(of: grandparent)] += score / 2 }
        }
        return scores.map { (index: $0.key, score: $0.value * (1 - linkShare($0.key))) }
            .max { ($0.score, $1.index) < ($1.score, $0.index) }?.index
    }

    /// Returns the length and the commas of a paragraph's text that is not in a nested block.
    private func ownText(of index: Int) -> (length: Int, commas: Int) {
        var (length, commas) = (0, 0)
        var inner = index + 1
        while inner < tree.nodes[index].end {
            let node = tree.nodes[inner]
            if node.isText, !unread[inner] {
                length += node.text.singleSpacedLength
                commas += node.text.unicodeScalars.count { Self.commas.contains($0) }
            } else if Self.paragraphs.contains(node.name) {
                inner = node.end
                continue
            }
            inner += 1
        }
        return (length, commas)
    }

    private func weight(of index: Int) -> Double {
        let attributes = tree.nodes[index].attributes
        let names = ((attributes["class"] ?? "") + " " + (attributes["id"] ?? "")).lowercased()
        guard names.count > 1 else { return 0 }
        return (Self.good.contains { names.contains($0) } ? 25 : 0)
            - (Self.bad.contains { names.contains($0) } ? 25 : 0)
    }

    private func length(_ index: Int) -> Int { textBefore[tree.nodes[index].end] - textBefore[index] }

    private func linkShare(_ index: Int) -> Double {
        let links = linkTextBefore[tree.nodes[index].end] - linkTextBefore[index]
        return length(index) == 0 ? 0 : Double(links) / Double(length(index))
    }
}
