#include "tally.h"

#include <stdio.h>

void tally_print(struct tally *tally) {
    printf("turns=%ld broken=%ld failed=%ld ", tally->turns, tally->broken, tally->failed);
    printf("s429=%ld s503=%ld other=%ld ", tally->too_many, tally->unavailable, tally->other_statuses);
    printf("unannounced=%ld tokens=%ld ", tally->unannounced, tally->tokens);
    series_print(&tally->first, "first");
    series_print(&tally->whole, "whole");
    series_print(&tally->delay, "delay");
    series_print(&tally->refusal, "refusal");
    printf("\n");
    fflush(stdout);
}
