#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(void) {
    fprintf(
        stderr,
        "ChatLoad turns|arrivals|hold --port n [--method POST] [--path /v1/chat] [--token t] [--body json]\n"
        "  [--fields text] [--connections n] [--seconds s] [--turns n] [--rate n] [--stagger us] [--tokens n] [--ending text] [--delays n]\n"
        "  [--runs id...]\n"
    );
    exit(2);
}

struct options options_read(int count, char **arguments) {
    struct options options = {
        .method = "POST", .path = "/v1/chat", .token = "", .body = "", .fields = "", .connections = 1, .seconds = 5, .rate = 100,
        .ending = "",
    };
    if (count < 2) usage();
    if (strcmp(arguments[1], "turns") == 0) options.mode = MODE_TURNS;
    else if (strcmp(arguments[1], "arrivals") == 0) options.mode = MODE_ARRIVALS;
    else if (strcmp(arguments[1], "hold") == 0) options.mode = MODE_HOLD;
    else usage();
    for (int index = 2; index < count; index += 2) {
        const char *name = arguments[index];
        if (strcmp(name, "--runs") == 0) {
            options.runs = arguments + index + 1;
            options.run_count = count - index - 1;
            break;
        }
        if (index + 1 == count) usage();
        char *value = arguments[index + 1];
        if (strcmp(name, "--port") == 0) options.port = atoi(value);
        else if (strcmp(name, "--method") == 0) options.method = value;
        else if (strcmp(name, "--path") == 0) options.path = value;
        else if (strcmp(name, "--token") == 0) options.token = value;
        else if (strcmp(name, "--body") == 0) options.body = value;
        else if (strcmp(name, "--fields") == 0) options.fields = value;
        else if (strcmp(name, "--connections") == 0) options.connections = atol(value);
        else if (strcmp(name, "--seconds") == 0) options.seconds = atof(value);
        else if (strcmp(name, "--turns") == 0) options.turns = atol(value);
        else if (strcmp(name, "--rate") == 0) options.rate = atof(value);
        else if (strcmp(name, "--stagger") == 0) options.stagger_us = atol(value);
        else if (strcmp(name, "--tokens") == 0) options.tokens = atol(value);
        else if (strcmp(name, "--ending") == 0) options.ending = value;
        else if (strcmp(name, "--delays") == 0) options.delays = atol(value);
        else usage();
    }
    if (options.port == 0) usage();
    return options;
}
