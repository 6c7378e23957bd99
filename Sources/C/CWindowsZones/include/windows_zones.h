#ifndef TORII_WINDOWS_ZONES_H
#define TORII_WINDOWS_ZONES_H

#include <stddef.h>

// The bytes of windows-zones.tsv, and their number.
const unsigned char *torii_windows_zones(void);
size_t torii_windows_zones_size(void);

#endif
