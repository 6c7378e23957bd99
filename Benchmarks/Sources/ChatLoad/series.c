#include "series.h"

#include <stdio.h>
#include <stdlib.h>

void series_add(struct series *series, int64_t nanoseconds) {
    if (series->count == series->room) {
        series->room = series->room ? series->room * 2 : 4096;
        series->values = realloc(series->values, series->room * sizeof *series->values);
        if (!series->values) abort();
    }
    series->values[series->count++] = nanoseconds < 0 ? 0 : (uint32_t)(nanoseconds / 1000);
}

static int compare(const void *left, const void *right) {
    uint32_t first = *(const uint32_t *)left, second = *(const uint32_t *)right;
    return (first > second) - (first < second);
}

void series_print(struct series *series, const char *name) {
    if (series->count == 0) return;
    qsort(series->values, series->count, sizeof *series->values, compare);
    printf("%s_p50_us=%u ", name, series->values[series->count / 2]);
    printf("%s_p99_us=%u ", name, series->values[series->count * 99 / 100]);
}
