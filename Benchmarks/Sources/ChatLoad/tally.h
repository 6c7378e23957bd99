// The figures of a load.

#ifndef TORII_CHATLOAD_TALLY_H
#define TORII_CHATLOAD_TALLY_H

#include "series.h"

struct tally {
    // Complete turns, and those whose answer was incomplete or wrong.
    long turns, broken;
    // Connections that could not be opened, or that ended before any answer.
    long failed;
    long too_many, unavailable, other_statuses;
    // Refusals without Retry-After.
    long unannounced;
    long tokens;
    // For answered turns: from the request to the first token and to the end, and from a token's creation to its reader.
    struct series first, whole, delay;
    // From the request to the end of a refusal.
    struct series refusal;
};

void tally_print(struct tally *tally);

#endif
