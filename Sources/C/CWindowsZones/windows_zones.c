#include "windows_zones.h"

static const unsigned char table[] = {
#embed "windows-zones.tsv"
};

const unsigned char *torii_windows_zones(void) { return table; }
size_t torii_windows_zones_size(void) { return sizeof table; }
