// A series of times with its median and 99th percentile.

#ifndef TORII_CHATLOAD_SERIES_H
#define TORII_CHATLOAD_SERIES_H

#include <stddef.h>
#include <stdint.h>

struct series {
    uint32_t *values;
    size_t count;
    size_t room;
};

// Adds a time in nanoseconds; it is stored in microseconds.
void series_add(struct series *series, int64_t nanoseconds);

// Prints `<name>_p50_us=… <name>_p99_us=…`; nothing for an empty series.
void series_print(struct series *series, const char *name);

#endif
