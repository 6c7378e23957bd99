#include "web_assets.h"

// A file is in the table below by its name in the folder `web`. A test compares the folder with the table.
static const unsigned char chat_html[] = {
#embed "web/chat.html"
};
static const unsigned char chat_css[] = {
#embed "web/chat.css"
};
static const unsigned char base_js[] = {
#embed "web/base.js"
};
static const unsigned char i18n_js[] = {
#embed "web/i18n.js"
};
static const unsigned char markdown_js[] = {
#embed "web/markdown.js"
};
static const unsigned char cards_js[] = {
#embed "web/cards.js"
};
static const unsigned char transcript_js[] = {
#embed "web/transcript.js"
};
static const unsigned char chat_js[] = {
#embed "web/chat.js"
};
static const unsigned char admin_html[] = {
#embed "web/admin.html"
};
static const unsigned char admin_css[] = {
#embed "web/admin.css"
};
static const unsigned char admin_js[] = {
#embed "web/admin.js"
};
static const unsigned char favicon_svg[] = {
#embed "web/favicon.svg"
};
static const unsigned char manifest_webmanifest[] = {
#embed "web/manifest.webmanifest"
};
static const unsigned char sw_js[] = {
#embed "web/sw.js"
};

#define FILE_ENTRY(name, array) {name, array, sizeof array}

static const struct torii_web_asset assets[] = {
    FILE_ENTRY("chat.html", chat_html),
    FILE_ENTRY("chat.css", chat_css),
    FILE_ENTRY("base.js", base_js),
    FILE_ENTRY("i18n.js", i18n_js),
    FILE_ENTRY("markdown.js", markdown_js),
    FILE_ENTRY("cards.js", cards_js),
    FILE_ENTRY("transcript.js", transcript_js),
    FILE_ENTRY("chat.js", chat_js),
    FILE_ENTRY("admin.html", admin_html),
    FILE_ENTRY("admin.css", admin_css),
    FILE_ENTRY("admin.js", admin_js),
    FILE_ENTRY("favicon.svg", favicon_svg),
    FILE_ENTRY("manifest.webmanifest", manifest_webmanifest),
    FILE_ENTRY("sw.js", sw_js),
};

int torii_web_asset_count(void) { return sizeof assets / sizeof assets[0]; }

struct torii_web_asset torii_web_asset(int index) {
    if (index < 0 || index >= torii_web_asset_count()) return (struct torii_web_asset){0};
    return assets[index];
}
