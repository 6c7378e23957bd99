#define _GNU_SOURCE
#include "order.h"

#include <stdlib.h>
#include <string.h>

// Returns the number after a name, searched in the words after `bench`.
static long number(const char *words, const char *name, long fallback) {
    const char *found = strstr(words, name);
    return found ? strtol(found + strlen(name), NULL, 10) : fallback;
}

struct order order_read(const char *body) {
    const char *found = strstr(body, "bench tokens=");
    char words[64] = "";
    if (found) strncat(words, found, sizeof words - 1);
    return (struct order){
        .tokens = number(words, "tokens=", 1),
        .interval = number(words, "interval=", 0),
        .holds = number(words, "hold=", 0) != 0,
        .streams = strstr(body, "\"stream\":true") != NULL,
    };
}
