// What reads web pages: libxml2's HTML reader and the C library's conversion of encodings.
//
// None of libxml2's own headers: as Debian builds it they bring ICU's, and Foundation has an ICU of its own with the same names. A
// module that holds both is refused by the compiler, now and then, by the order in which it meets them.

#ifndef TORII_CHTMLTEXT_H
#define TORII_CHTMLTEXT_H

#include <iconv.h>

/// A reading that is under way.
typedef struct chtml_reading *chtml_reading_t;

/// What a reading calls, each with the context that it was given. Texts are UTF-8, of names and values ended by 0.
struct chtml_calls {
    /// Once, before the others.
    void (*_Nonnull begin)(void *_Nullable context, chtml_reading_t _Nullable reading);
    /// An element begins; its attributes' names and values in turn, ended by NULL, or NULL for none. A value may be NULL.
    void (*_Nonnull start)(
        void *_Nullable context,
        const unsigned char *_Nullable name,
        const unsigned char *_Nullable *_Nullable attributes
    );
    /// An element ends.
    void (*_Nonnull end)(void *_Nullable context, const unsigned char *_Nullable name);
    /// A piece of text, of so many bytes.
    void (*_Nonnull text)(void *_Nullable context, const unsigned char *_Nullable text, int length);
};

/// Makes libxml2 ready to be used by several threads.
void chtml_prepare(void);

/// Reads HTML in UTF-8 and only calls back: it builds no tree, loads nothing, knows no entity but HTML's own, keeps to
/// libxml2's limits and prints nothing. Returns 0 when there is no memory for it.
int chtml_read(const char *_Nonnull html, int length, void *_Nonnull context, struct chtml_calls calls);

/// Ends a reading from within one of its calls.
void chtml_stop(chtml_reading_t _Nullable reading);

#endif
