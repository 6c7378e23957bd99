extension City.Country {
    static let japan = City.Country(id: 1_861_060, code: "JP", name: "Japan", japaneseName: "日本")
    static let india = City.Country(id: 1_269_750, code: "IN", name: "India", japaneseName: "インド")
    static let unitedStates = City.Country(
        id: 6_252_001,
        code: "US",
        name: "United States",
        japaneseName: "アメリカ合衆国"
    )
    static let unitedKingdom = City.Country(
        id: 2_635_167,
        code: "GB",
        name: "United Kingdom",
        japaneseName: "イギリス"
    )
    static let france = City.Country(id: 3_017_382, code: "FR", name: "France", japaneseName: "フランス")
    static let germany = City.Country(id: 2_921_044, code: "DE", name: "Germany", japaneseName: "ドイツ")
    static let italy = City.Country(id: 3_175_395, code: "IT", name: "Italy", japaneseName: "イタリア")
    static let spain = City.Country(id: 2_510_769, code: "ES", name: "Spain", japaneseName: "スペイン")
    static let iceland = City.Country(id: 2_629_691, code: "IS", name: "Iceland", japaneseName: "アイスランド")
    static let russia = City.Country(id: 2_017_370, code: "RU", name: "Russia", japaneseName: "ロシア")
    static let egypt = City.Country(id: 357_994, code: "EG", name: "Egypt", japaneseName: "エジプト")
    static let kenya = City.Country(id: 192_950, code: "KE", name: "Kenya", japaneseName: "ケニア")
    static let australia = City.Country(id: 2_077_456, code: "AU", name: "Australia", japaneseName: "オーストラリア")
    static let singapore = City.Country(id: 1_880_251, code: "SG", name: "Singapore", japaneseName: "シンガポール")
    static let korea = City.Country(id: 1_835_841, code: "KR", name: "South Korea", japaneseName: "韓国")
    static let china = City.Country(id: 1_814_991, code: "CN", name: "China", japaneseName: "中国")
    static let brazil = City.Country(id: 3_469_034, code: "BR", name: "Brazil", japaneseName: "ブラジル")
    static let canada = City.Country(id: 6_251_999, code: "CA", name: "Canada", japaneseName: "カナダ")
}
