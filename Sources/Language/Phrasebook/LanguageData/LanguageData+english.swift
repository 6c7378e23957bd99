extension LanguageData {
    static let english = LanguageData(
        fillers: TokenSequences([
            "please", "kindly", "can you", "could you", "would you", "will you", "can you please", "could you please",
            "would you please", "tell me", "could you tell me", "can you tell me", "do you know", "let me know",
            "i want to know", "i would like to know", "i'd like to know", "i want to", "i would like to", "i'd like to",
            "i need to", "i want you to", "i'd like you to", "i would like you to", "i wonder", "i am wondering",
            "i'm wondering", "you to", "to", "whether", "if", "can i get", "can i have", "can i see", "may i see",
            "i need", "let's", "help me", "help me to", "hi", "hello", "hey", "hey there", "hi there",
            "good morning", "good afternoon", "good evening", "excuse me", "sorry", "ok", "okay", "so", "well", "now",
            "right now", "just", "thanks", "thank you", "thank you very much", "thanks a lot", "for me", "to me",
            "if you can",
            "if possible", "if you could", "would you mind", "do me a favor and", "then", "and", "also", "first",
            "next",
            "by the way", "btw", "oh", "um", "alright", "all right", "go ahead and", "let me", "i was wondering",
            "i was wondering if", "we need", "we need to",
            "i'd love to", "i'd love to know", "we want to", "we have to", "i have to", "we should", "we'd like to",
            "we would like to",
            "i'd like", "i would like", "i want", "is it possible to", "would it be possible to", "any idea",
            "any chance you could",
            "i'm curious", "i am curious", "curious", "try to", "go and", "remind me", "hey torii", "if you don't mind",
            "would you be so kind as to", "be so kind as to", "you", "for us", "right away", "asap", "real quick",
            "again", "never mind", "yes", "sure", "great", "actually", "quickly", "there", "torii",
            "would you mind telling me", "would you mind showing me", "would you mind giving me",
            "would you be able to", "are you able to", "do you think you could", "i'd appreciate it if you could",
            "i would appreciate it if you could", "it would be great if you could", "could i ask you to",
            "can i ask you to", "may i ask", "may i have", "pls", "plz", "can u", "could u", "would u", "can you pls",
            "then please", "so please", "could i have", "could i get", "could i see",
        ]),
        favors: TokenSequences([]),
        articles: ["the", "a", "an", "my", "our", "please", "just", "currently", "now", "really"],
        closings: TokenSequences([
            "please", "thanks", "thank you", "thank you very much", "thanks a lot", "for me", "to me", "if you can",
            "if possible", "if you could", "for us", "right away", "asap", "real quick", "when you can",
            "if you don't mind", "cheers", "pls", "plz", "thx", "accordingly", "thanks in advance",
        ]),
        negations: TokenSequences([
            "not", "don't", "dont", "do not", "never", "no", "can't", "cannot", "won't", "shouldn't", "without",
            "unless",
            "except", "cancel", "stop", "instead of", "mustn't", "didn't", "wouldn't", "refrain", "avoid", "neither",
            "nor",
        ]),
        reframings: TokenSequences([
            "what", "which", "who", "when", "where", "why", "how",
            "tomorrow", "yesterday", "tonight", "next", "last", "later", "soon", "ago", "weekend", "monday", "tuesday",
            "wednesday", "thursday", "friday", "saturday", "sunday", "some day", "someday", "next week", "last week",
        ]),
        askingWords: TokenSequences([
            "who", "whose", "when did", "when was", "when were", "when is", "when does", "where did", "where was",
            "where does", "where do", "why is", "why are", "why do", "why does", "why did", "which country",
            "when will", "where can", "where is", "where are", "how can", "how is", "how are", "how was", "how were",
            "how many people",
            "what happened", "what happens", "what causes", "what makes", "what kind of", "is it true",
            "which year",
            "which city", "what year", "what caused", "how do", "how does", "how did", "how to", "how far", "how tall",
            "how old", "how long", "how deep", "how high", "how big",
        ]),
        persons: ["i", "me", "my", "mine", "we", "us", "our", "you", "your", "yours"],
        hollowTexts: TokenSequences([
            "it", "them", "this", "that", "these", "those", "one", "something", "anything", "everything", "more",
            "some",
        ]),
        happenings: TokenSequences([
            "meeting", "meetings", "appointment", "appointments", "event", "events", "call", "reminder", "reminders",
            "alarm",
            "alarms", "timer", "task", "tasks", "todo", "birthday", "birthdays", "contact", "contacts", "message",
            "messages",
            "email", "emails", "mail", "friend", "flight", "reservation", "song", "playlist", "percent", "minutes",
            "hours", "days",
            "account", "user", "password", "joke", "plan", "plans", "date", "schedule", "calendar",
        ]),
        conjunctions: TokenSequences([
            "and", "and then", "then", "and also", "also", "after that", "and after that", "as well as", "plus",
        ]),
        clauseEndings: [],
        separators: TokenSequences([
            "and", "or", "and in", "or in", "and also", "and also in", "vs", "versus", "compared to", "compared with",
            "than", "than in",
        ]),
        particles: ["of", "on", "by", "off", "per"],
        placeStops: TokenSequences([
            "and", "or", "than", "versus", "vs", "then", "but", "if", "when", "while", "because", "is", "are", "was",
            "will",
            "be", "do", "does", "did", "can", "it", "its", "i", "me", "you", "he", "she", "we", "they", "this", "that",
            "here", "there", "what", "which", "who", "how", "why", "where", "today", "tonight", "tomorrow", "yesterday",
            "now", "currently", "right", "morning", "afternoon", "evening", "night", "weekend", "week", "month", "year",
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "next", "last", "later",
            "soon",
            "please", "thanks", "like", "for", "with", "about", "from", "not", "any", "some", "my", "your", "our",
            "their",
            "area", "moment", "in", "to", "also", "fahrenheit", "celsius", "centigrade", "kelvin", "degrees", "pls",
            "plz",
            "thx",
        ]),
        days: englishDays,
        spans: englishSpans,
        comingDays: englishComingDays,
        ranges: englishRanges,
        references: englishReferences,
        months: [
            "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5,
            "june": 6,
            "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10,
            "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
        ],
        weekdays: [
            "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
        ],
        numberWords: [
            "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9,
            "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
            "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
            "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
        ],
        followUps: [
            "(and|or|what about|how about|and what about|and how about|also|and also) [in|for|at|on|of|with|from|by|my] {value:text} [then|too]"
        ],
        picks: ["[option|number|no] {n:integer}", "{n:ordinal} [one|option]"],
        smallTalk: [
            SmallTalk(
                subject: .greeting,
                patterns: [
                    "(hello|hi|hey|good (morning|afternoon|evening)|greetings) [there|torii]",
                    "[hello|hi|hey] [there|torii] (how are you|how are things|how is it going|how's it going|how do you do) "
                        + "[doing|today|doing today]",
                ]
            ),
            SmallTalk(
                subject: .thanks,
                patterns: ["(thanks|thank you) [very much|a lot|so much]", "(great|perfect|nice) (thanks|thank you)"]
            ),
            SmallTalk(
                subject: .help,
                patterns: [
                    "help [me]", "what can you do [for me]", "what (are you able to|do you) (do|know|understand)",
                    "what can i (ask|say|do)[ you]", "how (does this|do you) work", "who are you", "what are you",
                    "how can you help [me]",
                ]
            ),
            SmallTalk(
                subject: .farewell,
                patterns: ["(bye|goodbye|good bye|bye bye|see you|see you later|good night|so long) [then|now]"]
            ),
            SmallTalk(
                subject: .praise,
                patterns: [
                    "(ok|okay|k) [then|thanks|thank you]",
                    "[ok|okay|oh] (cool|nice|great|perfect|good|awesome|wonderful|alright|fine|super|well done|good job|got it|i see)",
                    "(thanks|thank you) [very much|a lot|so much] that (was|is) (helpful|great|good|nice|perfect|it|all)",
                    "that (was|is) (helpful|great|good|nice|perfect)",
                ]
            ),
            SmallTalk(
                subject: .undo,
                patterns: [
                    "(undo|revert|take back|roll back|reverse) [it|that|this|everything|last (change|one|action|step)|"
                        + "(that|this|my last|previous) (change|action|step)|what (you|i) (just did|did)]",
                    "(change|put|set|move|turn|bring) (it|that|this|them|everything) back [again|to what it was|to how it was|to where it was|"
                        + "as it was]",
                    "(change|put|set) {?thing:item} back (to what it was|to how it was|to where it was|as it was)",
                    "(go back|step back)",
                ]
            ),
            SmallTalk(
                subject: .time,
                patterns: [
                    "what time is it", "what time is it (here|today)", "what is [current|local|exact] time",
                    "[tell me|show [me]|give me] [current|local] time", "do you have time",
                ]
            ),
            SmallTalk(
                subject: .day,
                patterns: [
                    "(what|which) (day|date|day of [the] week) is it [today]", "(what|which) (day|date) is today",
                    "what is (today's date|date today|date|current date)", "(today's date|date today|current date)",
                    "(what|which) (month|year) is it",
                ]
            ),
        ],
        personal: TokenSequences([
            "my", "mine", "our", "ours", "your", "yours", "it", "its", "that", "those", "these",
            "them",
            "their", "he", "she", "his", "her", "him", "item", "items", "inventory", "stock", "in stock", "left",
            "running low", "run out", "where is", "where are", "warehouse", "trash bags", "birthday", "password",
        ]),
        publicWords: TokenSequences([
            "search", "google", "web", "internet", "online", "look up", "wikipedia", "news", "results", "articles",
            "pages",
            "browse", "research", "search for", "websites",
        ]),
        replies: .english,
        endsWithVerb: false
    )
}

extension Replies {
    static let english = Replies(
        greeting: "Hello! I answer from set phrases, without a language model.",
        thanks: "You are welcome.",
        farewell: "Good-bye!",
        praise: "Glad to help.",
        undo:
            "I cannot take a change back by myself. Tell me what it should be again, for example “set the quantity of item 3 to 20”; what was deleted has to be added again.",
        time: { "It is \($0.clock) on \($0.englishDay) (\($0.zone))." },
        day: { "Today is \($0.englishDay) (\($0.zone))." },
        closed: { tools in
            "I cannot do that here: this app may not use \(tools.joined(separator: ", ")). "
                + "Whoever runs the server can allow it with the scope \(tools.map { "tools:\($0)" }.joined(separator: ", "))."
        },
        abilities: "You can ask me things like these:",
        cannot:
            "I did not understand that: I work without a language model. You can ask me things like these:",
        noTools: "No tool is switched on, so there is nothing I can look up or do.",
        whichPage: "Which page? Give me its address.",
        refrained: "All right: nothing was done.",
        choose: "Which do you mean?",
        offer: { "\($0). \($1)" },
        notUnderstood: { "I did not understand “\($0)”." },
        nothingDone: { "I have done nothing, because I did not understand “\($0)”." },
        tooManyCalls: { "That is too much at once: I can make at most \($0) calls for one message." },
        missingOutput: { "\($0) gave no answer." },
        example: { "- “\($0)”" },
        comparison: EnglishComparison()
    )
}
