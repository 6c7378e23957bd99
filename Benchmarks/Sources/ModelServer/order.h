// What a request asks of the model: the words `bench tokens=100 interval=20 hold=1` somewhere in its body.

#ifndef TORII_MODELSERVER_ORDER_H
#define TORII_MODELSERVER_ORDER_H

#include <stdbool.h>
#include <stddef.h>

struct order {
    // How many tokens the answer has.
    long tokens;
    // How many milliseconds lie between them; 0 for all at once.
    long interval;
    // Whether nothing follows the first token, not even the end.
    bool holds;
    // Whether the answer is a stream of events.
    bool streams;
};

struct order order_read(const char *body);

#endif
