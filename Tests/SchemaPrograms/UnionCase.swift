// rule: 16
// expect: case 'both' of a union needs exactly one associated value, as in 'case both(String)'
import AssistantIntents

@UnionValue
enum Place {
    case address(String)
    case both(String, PlaceDescriptor)
}
