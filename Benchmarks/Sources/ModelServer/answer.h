// The answer's bytes: OpenAI's chat completions, as events in chunks of their own or as one JSON text.

#ifndef TORII_MODELSERVER_ANSWER_H
#define TORII_MODELSERVER_ANSWER_H

#include "text.h"

// The response's header and the event that opens a stream.
void answer_open(struct text *text);

// A token: `@` and the time at which it is made, 16 hexadecimal digits, nanoseconds of the monotonic clock.
void answer_token(struct text *text);

// The events that close a stream, and the end of the body.
void answer_close(struct text *text, long tokens);

// A whole answer that is no stream.
void answer_whole(struct text *text, long tokens);

#endif
