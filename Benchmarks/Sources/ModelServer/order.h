// The parameters of an answer: the words `bench tokens=100 interval=20 hold=1` somewhere in the request's body.

#ifndef TORII_MODELSERVER_ORDER_H
#define TORII_MODELSERVER_ORDER_H

#include <stdbool.h>
#include <stddef.h>

struct order {
    // The number of tokens in the answer.
    long tokens;
    // The milliseconds between tokens; 0 for all at once.
    long interval;
    // Whether nothing follows the first token, not even the end.
    bool holds;
    // Whether the answer is a stream of events.
    bool streams;
};

struct order order_read(const char *body);

#endif
