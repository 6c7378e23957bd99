/// The closed classes of words in requests about items, in one language.
struct ItemWords: Sendable {
    /// The words for each act.
    var acts: [(act: ItemFrame.Act, words: TokenSequences)]
    /// The words for the collection itself: "stock".
    var stock: TokenSequences
    /// The words for any item: "item", "product".
    var things: TokenSequences
    /// The units of quantities.
    var units: TokenSequences
    /// Conditions that are named without the word for a condition.
    var states: TokenSequences
    /// Words that reverse the meaning of a sentence.
    var negations: TokenSequences
    /// Words before a reason.
    var reasons: TokenSequences

    /// Returns the act whose word starts at a token, the longest word first.
    func act(at index: Int, in tokens: ArraySlice<Token>) -> (act: ItemFrame.Act, count: Int)? {
        var best: (act: ItemFrame.Act, count: Int)?
        for entry in acts {
            guard let count = entry.words.longest(at: index, in: tokens)?.count, count > best?.count ?? 0 else {
                continue
            }
            best = (entry.act, count)
        }
        return best
    }
}

extension ItemWords {
    static let english = ItemWords(
        acts: [
            (
                .create,
                TokenSequences([
                    "add", "add in", "create", "register", "enter", "insert", "record", "log", "put", "put in", "store",
                    "stock",
                    "catalog", "catalogue", "put down", "write down", "note down", "set up", "make", "book in",
                    "check in",
                    "include", "save", "file", "place", "keep", "track", "start tracking", "keep track of", "attach",
                    "leave",
                ])
            ),
            (
                .delete,
                TokenSequences([
                    "delete", "remove", "erase", "get rid of", "discard", "throw out", "throw away", "drop", "scrap",
                    "dump",
                    "trash", "toss", "toss out", "cross off", "strike", "purge", "dispose of", "eliminate", "throw",
                    "wipe",
                ])
            ),
            (
                .set,
                TokenSequences([
                    "set", "change", "update", "correct", "adjust", "fix", "edit", "modify", "alter", "switch", "give",
                    "assign", "turn", "revise", "upd",
                ])
            ),
            (
                .increase,
                TokenSequences([
                    "increase", "raise", "bump", "bump up", "top up", "restock", "increment", "boost", "replenish",
                    "refill",
                ])
            ),
            (
                .decrease,
                TokenSequences([
                    "decrease", "reduce", "lower", "cut", "decrement", "subtract", "deduct", "take", "withdraw", "use",
                    "grab", "pull", "take out", "take away", "take off", "consume", "check out", "book out",
                    "knock off", "sell", "ship", "give away", "hand out",
                ])
            ),
            (.move, TokenSequences(["move", "relocate", "transfer", "shift", "bring", "carry"])),
            (.rename, TokenSequences(["rename", "retitle", "call"])),
            (.mark, TokenSequences(["mark", "flag", "label", "tag"])),
            (.clear, TokenSequences(["clear", "empty", "blank", "unset", "reset", "clear out", "blank out"])),
            (.multiply, TokenSequences(["halve", "double", "triple"])),
        ],
        stock: TokenSequences([
            "inventory", "stock", "storage", "warehouse", "stockroom", "inventory list", "stock list", "storeroom",
            "list",
            "inventory system", "records", "stock records", "system", "database", "books", "catalog", "collection",
        ]),
        things: TokenSequences([
            "item", "items", "product", "products", "entry", "record", "article", "inventory item", "stock item",
            "inventory entry", "thing", "stuff",
        ]),
        units: TokenSequences([
            "kg", "g", "kilo", "kilos", "kilogram", "kilograms", "gram", "grams", "litre", "litres", "liter", "liters",
            "l",
            "ml", "box", "boxes", "pack", "packs", "packet", "packets", "package", "packages", "piece", "pieces", "pcs",
            "bottle",
            "bottles", "bag", "bags", "roll", "rolls", "ream", "reams", "sheet", "sheets", "set", "sets", "pair",
            "pairs",
            "can", "cans", "case", "cases", "carton", "cartons", "crate", "crates", "tube", "tubes", "jar", "jars",
            "meter",
            "meters", "metre", "metres", "unit", "units", "tin", "tins", "bundle", "bundles", "stack", "stacks", "sack",
            "sacks", "tray", "trays", "bucket", "buckets", "barrel", "barrels", "spool", "spools", "pallet", "pallets",
            "loaf",
            "loaves", "cup", "cups", "bunch", "bunches", "drum", "drums", "canister", "canisters", "pad", "pads",
            "copies",
        ]),
        states: TokenSequences([
            "new", "used", "broken", "damaged", "refurbished", "repaired", "reserved", "lost", "expired", "opened",
            "open",
            "under repair", "defective", "out of order", "missing", "fixed", "worn", "worn out", "unused", "faulty",
            "second-hand", "brand new", "lent out", "on loan", "in use", "sealed", "good", "dirty", "clean", "empty",
        ]),
        negations: TokenSequences([
            "not", "don't", "dont", "never", "no", "can't", "cannot", "won't", "shouldn't", "without", "unless",
            "except",
            "cancel", "stop", "instead", "mustn't", "didn't", "wouldn't", "refrain", "avoid", "neither", "nor",
            "nothing",
            "doesn't", "isn't", "aren't", "none", "forget",
        ]),
        reasons: TokenSequences([
            "because", "since", "as", "so that", "now that", "given that", "seeing that", "in case", "for", "'cause",
            "cause",
            "due to", "after",
        ])
    )
}
