// libcurl's multi interface driven by epoll: the minimum for many transfers on one thread.

#ifndef TORII_CURLBASELINE_LOOP_H
#define TORII_CURLBASELINE_LOOP_H

#include <curl/curl.h>
#include <stdbool.h>

struct loop;

struct loop *loop_create(void);

// Starts a transfer; its private pointer is passed to `loop_turn`'s callback.
void loop_add(struct loop *loop, CURL *easy);

// Waits for events and lets libcurl handle them. `done` is called for each transfer that has ended.
void loop_turn(struct loop *loop, void (*done)(CURL *easy, CURLcode result));

#endif
