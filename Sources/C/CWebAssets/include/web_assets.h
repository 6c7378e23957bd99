#ifndef TORII_WEB_ASSETS_H
#define TORII_WEB_ASSETS_H

#include <stddef.h>

// A file of the pages. Arrays do not import into Swift, so there is a function for each.
struct torii_web_asset {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

int torii_web_asset_count(void);

// The file with a number from 0; empty for any other number.
struct torii_web_asset torii_web_asset(int index);

#endif
