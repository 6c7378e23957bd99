import Testing

@testable import Phrasebook

/// The web is searched at once only if it is named, or if each word belongs to a question about the world.
@Suite struct SearchCertaintyTests {
    private static func certainty(of sentence: String) -> SearchCertainty {
        let utterance = Utterance(sentence)
        return SearchCertainty(utterance.tokens[...], in: utterance)
    }

    /// Returns whether a message leads to a search without a person's approval.
    private static func isSearched(_ message: String) throws -> Bool {
        try PhraseReading.understanding(of: [message]).calls.contains {
            $0.call.tool == "searchWeb" && !$0.call.isProposed
        }
    }

    @Test(
        "The web is named in a closed list of ways",
        arguments: [
            "search the web for the history of tea", "Please search the internet for electric bikes, 5 results",
            "look up the opening hours of the Louvre online", "google best hiking boots",
            "Could you google how to fix a bike", "find cheap flights on the internet",
            "web search: rust vs swift performance", "Look online for repair shops, please",
            "what does the internet say about green tea", "any news about the Mars mission?",
            "find me pages about sourdough starters", "Give me 3 results for Kyoto temples",
            "Add 3 pens and search the web for pen prices", "お茶の歴史を検索して", "お茶の歴史をネットで調べて", "ググって：京都の紅葉",
            "京都の紅葉をググってください", "ウェブで「TN-4410 互換トナー」を検索して", "ネットで安いトナーを探してくれる？", "インボイス制度をネットで調べて、３件だけ",
            "お茶の歴史をウェブ検索", "京都のニュースを見せて", "京都の寺の検索結果を3件見せて", "登山靴 おすすめ 検索",
        ]
    )
    func named(sentence: String) throws {
        #expect(Self.certainty(of: sentence) == .named)
        #expect(try Self.isSearched(sentence))
    }

    @Test(
        "A question about the world has a part for each of its words",
        arguments: [
            "Who wrote Hamlet?", "What is the capital of Peru?", "what's the capital of peru",
            "Tell me the capital of France",
            "look up the population of New Zealand", "what's Japan's population", "Who is the CEO of Toyota?",
            "When was the Eiffel Tower built?", "How tall is Mount Fuji?", "how far is Rome from Milan",
            "who invented the telephone", "What does serendipity mean?", "how many people live in Tokyo",
            "When did Japan host the Olympics?", "Who is the current president of the US?", "フランスの首都は？", "フランスの首都を教えて",
            "フランスの首都はどこですか", "東京の人口は何人ですか", "富士山の標高って何メートル？", "東京タワーの高さは？", "世界一高い山は何？",
            "日本で一番長い川はどこですか", "電話を発明したのは誰？", "電話は誰が発明したの", "アメリカの大統領は誰ですか", "ハムレットの作者は？", "『こころ』の作者は誰ですか",
            "オリンピックが日本で開かれたのはいつ？",
        ]
    )
    func world(sentence: String) throws {
        #expect(Self.certainty(of: sentence) == .world)
        #expect(try Self.isSearched(sentence))
    }

    @Test(
        "What may be in stock is not searched on the web before a yes",
        arguments: [
            "Who has the projector?", "What kind of batteries are there?", "When was the projector added?",
            "Where is the web camera?", "What is the total number of chairs?", "Who added the Nikon lens?",
            "Search for batteries", "Look up batteries", "search for Canon toner", "Look up the Canon toner",
            "search for Epson ink cartridges", "look up the stock of A4 paper", "any information on the Canon EOS?",
            "information about the Brother printer", "Tell me about the Canon printer",
            "Tell me more about the Makita drill", "What's stored next to the printer?",
            "How old is the Canon printer?", "how long is the HDMI cable", "what is the price of the Canon EOS R5",
            "Where does the Makita drill live?", "What are the newest entries?", "any news on the missing boxes?",
            "news about the delivery of the toner?", "What are the cheapest pens?", "What is the biggest category?",
            "Who put the ladder in the attic?", "look for Google Home speakers", "Give me details on the web cam",
            "look up where the Makita drill is", "search the list for light bulbs",
            "Search through everything for light bulbs", "Search \"green tea\"", "look up \"green tea\"",
            "what is \"green tea\"?", "What are the Christmas decorations?", "Who wrote the book in box 3?",
            "find 3 results for tape", "Show 3 results for tape", "search items for the word tape",
            "explain the categories", "describe the Canon printer", "history of the printer",
            "What is the meaning of category Misc?", "Which country does the Darjeeling come from?",
            "what year is the Bordeaux from", "which year is the Canon printer from", "What happened to the printer?",
            "where did the ladder go", "why are the batteries gone?", "why is the Canon toner at zero?",
            "Who is responsible for the first aid kit?", "When will the toner arrive?", "How was the drill packed?",
            "how are the shelves sorted?", "When is the milk going bad?", "トナーを買ったのはいつ？", "脚立を借りているのは誰？",
            "プロジェクターを使っているのは誰", "マキタのドリルの説明", "マキタのドリルを検索して", "電池を検索して", "電池を調べて", "電池で検索", "検索 電池", "食品の一覧を検索",
            "足りないものは何ですか", "補充が必要なのは何ですか", "ネットで買ったものは何", "Googleスピーカーは何台？", "ウェブカメラを探して", "プリンターの型番は何", "ID 3とは",
            "「緑茶」とは", "緑茶とは？", "緑茶について調べて", "電池の種類は何", "種類が一番多いのは何", "数が10より少ないのは何", "最近追加したのは何", "どうしてトナーがないの？",
            "なぜ電池が減ったの？", "Which things did I buy online?", "Show me the things that were bought online",
            "how many internet cables are there", "how many Google Pixel phones are there",
            "Check whether the printer is online", "ウェブカメラはどこですか", "ネットで買ったものを見せて", "本棚にある本の作者は誰", "LANケーブルは何メートル？",
            "HDMIケーブルの長さは？",
        ]
    )
    func stock(sentence: String) throws {
        #expect(Self.certainty(of: sentence) == .open)
        #expect(try !Self.isSearched(sentence))
    }

    @Test(
        "Small talk, thanks, opinions, memories and questions to the assistant are not searched on the web before a yes",
        arguments: [
            "Why is everything so hard?", "What do you know about me?", "Is Google smarter than you?",
            "can you google things?", "can you browse the internet for me", "What is love?",
            "what is the meaning of life?", "what's up?", "What is going on?", "What is wrong with you?",
            "what are you doing", "Explain yourself", "describe yourself", "tell me about yourself", "Search me",
            "Definition of insanity", "なぜそう思うの？", "どうしてわかるの？", "どうしてそんなに速いの？", "好きな食べ物は何ですか？", "好きな映画は何？", "趣味は何ですか",
            "人生とは何ですか", "人生とは", "愛って何？", "幸せとは？", "AIとは何ですか", "検索がうまくいかない", "検索は得意？", "検索できる？", "検索できますか",
            "Googleより賢い？", "Googleの人ですか", "どうしていいかわからない", "なぜだろう", "おすすめの本は何？", "あの人は誰？", "あの建物は何？", "いつもありがとう",
            "意味がわからない", "お茶の歴史って面白いよね", "フランスの首都は知ってる", "ハムレットの作者が好き", "ネットで買った本が届いた", "ググっても出てこなかった", "調べてくれて助かった",
            "さっきの検索結果よかったよ", "最近のニュースは暗い話ばかり", "世界一高いビルに登った", "卒業したのはいつだったかな", "Who cares who wrote Hamlet?",
            "I know what the capital of France is", "Thanks for searching the web for me",
            "What do you think about Paris?", "you found the news about Mars, thanks",
        ]
    )
    func remarks(sentence: String) throws {
        #expect(try !Self.isSearched(sentence))
    }

    @Test(
        "The answer to the question for what is searched is searched at once when it is a name, and never when it is a remark",
        arguments: [
            ("Search the web", "green tea", true), ("検索して", "お茶の歴史", true), ("Search the web", "never mind", false),
            ("Search the web", "how nice", false), ("検索して", "あなたのこと", false), ("検索して", "やっぱりいいです", false),
        ]
    )
    func answers(request: String, answer: String, isSearched: Bool) throws {
        let calls = try PhraseReading.understanding(of: [request, answer]).calls
        #expect(calls.contains { !$0.call.isProposed } == isSearched)
    }
}
