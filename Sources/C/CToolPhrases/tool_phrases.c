#include "tool_phrases.h"

static const unsigned char texts[] = {
#embed "Data/calendar.txt"
#embed "Data/contacts.txt" prefix(, )
#embed "Data/health.txt" prefix(, )
#embed "Data/inventory.txt" prefix(, )
#embed "Data/search.txt" prefix(, )
#embed "Data/weather.txt" prefix(, )
#embed "Data/web-page.txt" prefix(, )
};

const unsigned char *torii_tool_phrases(void) { return texts; }
size_t torii_tool_phrases_size(void) { return sizeof texts; }
