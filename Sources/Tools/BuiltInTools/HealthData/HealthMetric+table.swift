extension HealthMetric {
    /// The metrics that exporters commonly send, in the order of answers.
    static let table: [HealthMetric] = [
        HealthMetric(
            "step_count",
            .total,
            "Steps",
            "歩数",
            aliases: ["steps", "step", "stepcount", "ステップ", "歩"],
            counter: "歩"
        ),
        HealthMetric(
            "walking_running_distance",
            .total,
            "Walking and running distance",
            "歩行・走行距離",
            aliases: [
                "distance_walking_running", "walking_distance", "running_distance", "distance", "walk", "walked", "run",
                "歩行距離", "走行距離", "移動距離", "歩いた距離", "走った距離", "距離",
            ]
        ),
        HealthMetric(
            "cycling_distance",
            .total,
            "Cycling distance",
            "自転車の走行距離",
            aliases: ["distance_cycling", "cycle", "サイクリング距離"]
        ),
        HealthMetric("swimming_distance", .total, "Swimming distance", "水泳の距離", aliases: ["distance_swimming"]),
        HealthMetric(
            "flights_climbed",
            .total,
            "Flights climbed",
            "上った階数",
            aliases: ["flights", "floors", "flights_of_stairs", "stairs", "階数", "登った階数", "階段"],
            counter: "階"
        ),
        HealthMetric(
            "active_energy",
            .total,
            "Active energy",
            "消費エネルギー",
            aliases: [
                "active_energy_burned", "calories", "calories_burned", "active_calories", "energy", "消費カロリー",
                "カロリー", "アクティブエネルギー",
            ]
        ),
        HealthMetric(
            "basal_energy_burned",
            .total,
            "Resting energy",
            "安静時消費エネルギー",
            aliases: ["resting_energy", "basal_energy", "基礎代謝"]
        ),
        HealthMetric(
            "apple_exercise_time",
            .total,
            "Exercise time",
            "運動時間",
            aliases: ["exercise_time", "exercise_minutes", "exercise", "エクササイズ時間", "エクササイズ", "運動"]
        ),
        HealthMetric(
            "apple_stand_hour",
            .total,
            "Stand hours",
            "スタンド回数",
            aliases: ["stand_hours", "スタンド"],
            counter: "回"
        ),
        HealthMetric("apple_stand_time", .total, "Stand time", "スタンド時間", aliases: ["stand_time"]),
        HealthMetric(
            "mindful_minutes",
            .total,
            "Mindful minutes",
            "マインドフルネス",
            aliases: ["mindful_session", "meditation", "瞑想"]
        ),
        HealthMetric("time_in_daylight", .total, "Time in daylight", "日光の下での時間", aliases: ["daylight"]),
        HealthMetric(
            "sleep_analysis",
            .sleep,
            "Sleep",
            "睡眠",
            aliases: ["sleep", "slept", "sleep_duration", "睡眠時間", "睡眠分析", "寝た時間", "眠り"]
        ),
        HealthMetric(
            "heart_rate",
            .mean,
            "Heart rate",
            "心拍数",
            aliases: ["pulse", "heartrate", "heartbeat", "bpm", "心拍", "脈拍", "脈拍数"]
        ),
        HealthMetric(
            "resting_heart_rate",
            .mean,
            "Resting heart rate",
            "安静時心拍数",
            aliases: ["resting_pulse", "安静時の心拍数", "安静時心拍"]
        ),
        HealthMetric("walking_heart_rate_average", .mean, "Walking heart rate", "歩行時平均心拍数"),
        HealthMetric(
            "heart_rate_variability",
            .mean,
            "Heart rate variability",
            "心拍変動",
            aliases: ["heart_rate_variability_sdnn", "hrv"]
        ),
        HealthMetric(
            "blood_oxygen_saturation",
            .mean,
            "Blood oxygen",
            "血中酸素",
            aliases: ["oxygen_saturation", "blood_oxygen", "spo2", "血中酸素濃度", "血中酸素飽和度"]
        ),
        HealthMetric("respiratory_rate", .mean, "Respiratory rate", "呼吸数", aliases: ["breathing_rate"]),
        HealthMetric(
            "vo2_max",
            .mean,
            "VO2 max",
            "最大酸素摂取量",
            aliases: ["vo2max", "cardio_fitness", "心肺機能"]
        ),
        HealthMetric("body_temperature", .mean, "Body temperature", "体温", aliases: ["temperature"]),
        HealthMetric("apple_sleeping_wrist_temperature", .mean, "Wrist temperature asleep", "睡眠時手首皮膚温"),
        HealthMetric("blood_pressure", .mean, "Blood pressure", "血圧"),
        HealthMetric("blood_glucose", .mean, "Blood glucose", "血糖値", aliases: ["glucose", "blood_sugar", "血糖"]),
        HealthMetric(
            "weight_body_mass",
            .mean,
            "Weight",
            "体重",
            aliases: ["weight", "weigh", "body_mass", "body_weight"]
        ),
        HealthMetric("body_mass_index", .mean, "Body mass index", "BMI", aliases: ["bmi"]),
        HealthMetric(
            "body_fat_percentage",
            .mean,
            "Body fat",
            "体脂肪率",
            aliases: ["body_fat", "体脂肪"]
        ),
        HealthMetric("lean_body_mass", .mean, "Lean body mass", "除脂肪体重"),
        HealthMetric("height", .mean, "Height", "身長"),
        HealthMetric(
            "dietary_energy",
            .total,
            "Energy eaten",
            "摂取エネルギー",
            aliases: ["dietary_energy_consumed", "calories_eaten", "摂取カロリー"]
        ),
        HealthMetric("dietary_water", .total, "Water", "水分", aliases: ["water", "水分摂取量", "飲んだ水"]),
        HealthMetric("carbohydrates", .total, "Carbohydrates", "炭水化物", aliases: ["dietary_carbohydrates", "carbs"]),
        HealthMetric("protein", .total, "Protein", "たんぱく質", aliases: ["dietary_protein", "タンパク質"]),
        HealthMetric("total_fat", .total, "Fat", "脂質", aliases: ["dietary_fat_total", "fat"]),
        HealthMetric("caffeine", .total, "Caffeine", "カフェイン", aliases: ["dietary_caffeine"]),
        HealthMetric("handwashing", .total, "Hand washing", "手洗い", aliases: ["handwashing_event"]),
        HealthMetric("toothbrushing", .total, "Tooth brushing", "歯磨き", aliases: ["toothbrushing_event"]),
        HealthMetric("walking_speed", .mean, "Walking speed", "歩行速度"),
        HealthMetric("walking_step_length", .mean, "Step length", "歩幅"),
        HealthMetric(
            "environmental_audio_exposure",
            .mean,
            "Environmental sound",
            "環境音レベル"
        ),
        HealthMetric("headphone_audio_exposure", .mean, "Headphone sound", "ヘッドフォン音量"),
    ]
}
