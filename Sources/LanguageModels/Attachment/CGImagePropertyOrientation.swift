/// The position in which an image lies before it is upright, with the numbers of EXIF.
///
/// Apple's ImageIO declares it; this one stands for it elsewhere, so that sources which name an orientation compile.
public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable {
    /// It is upright.
    case up = 1
    /// It is mirrored.
    case upMirrored = 2
    /// It is upside down.
    case down = 3
    /// It is upside down and mirrored.
    case downMirrored = 4
    /// It lies on its left side and is mirrored.
    case leftMirrored = 5
    /// It lies on its right side.
    case right = 6
    /// It lies on its right side and is mirrored.
    case rightMirrored = 7
    /// It lies on its left side.
    case left = 8

    /// The words that make the image upright, for a model that is shown the bytes as they are; `nil` for an upright one.
    var correction: String? {
        switch self {
        case .up: nil
        case .upMirrored: "mirror it left to right"
        case .down: "turn it by 180 degrees"
        case .downMirrored: "mirror it top to bottom"
        case .leftMirrored: "mirror it left to right and turn it by 270 degrees clockwise"
        case .right: "turn it by 90 degrees clockwise"
        case .rightMirrored: "mirror it left to right and turn it by 90 degrees clockwise"
        case .left: "turn it by 270 degrees clockwise"
        }
    }
}
