// What a load has seen.

#ifndef TORII_CHATLOAD_TALLY_H
#define TORII_CHATLOAD_TALLY_H

#include "series.h"

struct tally {
    // Turns that were answered as they should be, and those whose answer was not whole or not right.
    long turns, broken;
    // Connections that could not be opened, or ended before any answer.
    long failed;
    long too_many, unavailable, other_statuses;
    // Refusals that do not say when to come back.
    long unannounced;
    long tokens;
    // From the request until its first token and its end, of turns that were answered; from the token's birth to its reader.
    struct series first, whole, delay;
    // From the request to the end of a refusal.
    struct series refusal;
};

void tally_print(struct tally *tally);

#endif
