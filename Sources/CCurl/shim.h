// libcurl for Swift.
//
// curl_easy_setopt and its relatives are variadic, and Swift cannot call variadic C. There is one function here per type of
// argument instead. The parameter's type is the check: libcurl reads a `long` where an `int` was passed without a word.

#ifndef TORII_CCURL_SHIM_H
#define TORII_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*ccurl_data_callback)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
typedef int (*ccurl_ready_callback)(void *_Nullable context, char *_Nullable peer, char *_Nullable local, int peer_port,
                                    int local_port);

// Options of one transfer.

static inline CURLcode ccurl_easy_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_set_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

// libcurl copies `CURLOPT_COPYPOSTFIELDS`, so the bytes need to live for this call only.
static inline CURLcode ccurl_easy_set_bytes(CURL *_Nonnull easy, CURLoption option, const void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

// The list stays the caller's and must outlive its use by the transfer.
static inline CURLcode ccurl_easy_set_list(CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_set_data_callback(CURL *_Nonnull easy, CURLoption option,
                                                    ccurl_data_callback _Nonnull value) {
    return curl_easy_setopt(easy, option, value);
}

// Called when the connection stands, TLS included, and before the first byte of the request goes out.
static inline CURLcode ccurl_easy_set_ready_callback(CURL *_Nonnull easy, ccurl_ready_callback _Nonnull value) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

// What is known about one transfer.

static inline void *_Nullable ccurl_easy_get_private(CURL *_Nonnull easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

// A time in microseconds; 0 as long as it has not come.
static inline curl_off_t ccurl_easy_get_time(CURL *_Nonnull easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline CURLcode ccurl_easy_resume(CURL *_Nonnull easy) {
    return curl_easy_pause(easy, CURLPAUSE_CONT);
}

// The result that a `CURLMSG_DONE` message carries in its union.
static inline CURLcode ccurl_message_result(const CURLMsg *_Nonnull message) {
    return message->data.result;
}

#endif
