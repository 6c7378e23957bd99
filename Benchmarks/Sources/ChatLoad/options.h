// The options of the command line.

#ifndef TORII_CHATLOAD_OPTIONS_H
#define TORII_CHATLOAD_OPTIONS_H

#include <stdbool.h>

enum mode { MODE_TURNS, MODE_ARRIVALS, MODE_HOLD };

struct options {
    enum mode mode;
    int port;
    const char *method;
    const char *path;
    // The runs for `hold`: if there are any, the paths are `/v1/runs/<run>/events`, in rotation.
    char **runs;
    int run_count;
    const char *token;
    const char *body;
    // Further fields of the header, each with its end of the line.
    const char *fields;
    // The number of connections, the seconds, the number of turns in total (0: as many as fit), and the turns per second.
    long connections;
    double seconds;
    long turns;
    double rate;
    // The delay between the first turns of the connections.
    long stagger_us;
    // The number of tokens in a complete body, and the text at its end.
    long tokens;
    const char *ending;
    // The number of tokens of a turn whose delay is measured.
    long delays;
};

struct options options_read(int count, char **arguments);

#endif
