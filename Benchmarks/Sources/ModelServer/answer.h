// The bytes of an answer: OpenAI's chat completions, as events in one chunk each or as one JSON text.

#ifndef TORII_MODELSERVER_ANSWER_H
#define TORII_MODELSERVER_ANSWER_H

#include "text.h"

// The response's header and the first event of a stream.
void answer_open(struct text *text);

// A token: `@` and the time at which it is made, as 16 hexadecimal digits, in nanoseconds of the monotonic clock; and a space.
void answer_token(struct text *text);

// The last events of a stream, and the end of the body.
void answer_close(struct text *text, long tokens);

// A complete answer that is not streamed.
void answer_whole(struct text *text, long tokens);

#endif
