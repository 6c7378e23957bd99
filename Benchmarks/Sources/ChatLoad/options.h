// What the command line asks for.

#ifndef TORII_CHATLOAD_OPTIONS_H
#define TORII_CHATLOAD_OPTIONS_H

#include <stdbool.h>

enum mode { MODE_TURNS, MODE_ARRIVALS, MODE_HOLD };

struct options {
    enum mode mode;
    int port;
    const char *method;
    const char *path;
    // Runs for `hold`: with them the path is `/v1/runs/<run>/events` of each by turns.
    char **runs;
    int run_count;
    const char *token;
    const char *body;
    // How many connections, how long, how many turns in all (0: as many as the time allows), how many a second.
    long connections;
    double seconds;
    long turns;
    double rate;
    // What lies between the first turns of the connections.
    long stagger_us;
    // How many tokens a whole body shows, and what stands at its end.
    long tokens;
    const char *ending;
    // Of how many tokens of a turn the delay is taken.
    long delays;
};

struct options options_read(int count, char **arguments);

#endif
