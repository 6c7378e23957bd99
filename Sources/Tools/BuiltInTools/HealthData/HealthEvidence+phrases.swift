import ToolPhrases

/// Words and values that indicate a question about measurements of a phone.
enum HealthEvidence {
    static let evidence = ToolEvidence(
        words: [.english: [], .japanese: []],
        values: [
            .init(
                "step_count",
                [
                    "steps", "step count", "steps today", "歩数", "何歩", "歩歩いた", "歩", "歩以上", "歩いてる", "歩いている", "歩以上歩いた",
                    "歩歩いた",
                ]
            ),
            .init(
                "walking_running_distance",
                [
                    "how far did i walk", "how far have i walked", "walking distance", "running distance",
                    "far did i run",
                    "how far did i run", "distance", "歩行距離", "走行距離", "移動距離", "どのくらい歩いた", "どれくらい歩いた", "距離",
                ]
            ),
            .init(
                "walking_running_distance",
                ["walk", "walked", "run", "歩いた", "歩きましたか", "歩きました", "走った"],
                isWeak: true
            ),
            .init(
                "flights_climbed",
                [
                    "flights", "floors", "stairs", "flights climbed", "flights of stairs", "階数", "階段", "上った階数", "登った階数",
                    "何階",
                ]
            ),
            .init(
                "active_energy",
                [
                    "calories", "calories burned", "active energy", "energy", "burned", "burn", "消費カロリー", "カロリー",
                    "消費エネルギー", "エネルギー",
                ]
            ),
            .init(
                "apple_exercise_time",
                [
                    "workout", "workouts", "exercise", "exercised", "training", "work out", "worked out",
                    "exercise minutes",
                    "exercise time", "minutes did i exercise", "運動", "運動時間", "ワークアウト", "エクササイズ", "トレーニング", "運動した",
                    "運動しました", "運動して", "何分運動", "運動量",
                ]
            ),
            .init(
                "sleep_analysis",
                [
                    "sleep", "slept", "asleep", "sleeping", "睡眠", "睡眠時間", "寝た", "寝ました", "眠れた", "眠り", "眠った", "何時間寝た",
                    "眠れ", "寝て", "寝られた", "寝れた", "眠れて", "寝不足",
                ]
            ),
            .init("resting_heart_rate", ["resting heart rate", "resting pulse", "安静時心拍数", "安静時の心拍数", "安静時心拍"]),
            .init("heart_rate", ["heart rate", "pulse", "heartbeat", "heart", "心拍数", "心拍", "脈拍", "脈拍数", "脈"]),
            .init("heart_rate_variability", ["heart rate variability", "hrv", "心拍変動"]),
            .init(
                "blood_oxygen_saturation",
                ["blood oxygen", "oxygen saturation", "oxygen", "spo2", "血中酸素", "血中酸素濃度", "酸素飽和度"]
            ),
            .init("vo2_max", ["vo2 max", "vo2max", "cardio fitness", "最大酸素摂取量", "心肺機能"]),
            .init("body_temperature", ["body temperature", "fever", "体温", "熱がある", "熱"]),
            .init("blood_pressure", ["blood pressure", "血圧"]),
            .init("blood_glucose", ["blood sugar", "blood glucose", "glucose", "血糖値", "血糖"]),
            .init(
                "weight_body_mass",
                [
                    "weight", "weigh", "losing weight", "lose weight", "lost weight", "gained weight", "body weight",
                    "体重", "痩せた", "やせた", "太った", "痩せました", "痩せて",
                ]
            ),
            .init("body_mass_index", ["bmi", "body mass index", "体格指数"]),
            .init("body_fat_percentage", ["body fat", "fat percentage", "体脂肪率", "体脂肪"]),
            .init(
                "dietary_water",
                ["drink", "drunk", "drank", "water intake", "水分", "飲んだ水", "水分摂取量", "飲んだ"]
            ),
            .init(
                "weekly",
                [
                    "weekly health", "health this week", "health summary this week", "weekly health summary",
                    "weekly summary of my health", "my week in health", "health data of the week", "health last week",
                    "weekly health report", "health week", "今週の健康", "今週の健康状態", "今週の健康データ", "1週間の健康データ", "一週間の健康",
                    "週間の健康",
                    "健康の週間",
                ]
            ),
            .init(
                "today",
                [
                    "health", "health wise", "healthy", "health data", "health summary", "vitals", "健康", "健康状態",
                    "健康データ", "体調", "ヘルスケア", "health today", "今日の健康",
                ]
            ),
        ],
        slots: [.init("type", .value)],
        judgement: .figures
    )
}
