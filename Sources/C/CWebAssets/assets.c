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
static const unsigned char inline_js[] = {
#embed "web/inline.js"
};
static const unsigned char math_js[] = {
#embed "web/math.js"
};
static const unsigned char colors_js[] = {
#embed "web/colors.js"
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
static const unsigned char messages_css[] = {
#embed "web/messages.css"
};
static const unsigned char drafts_js[] = {
#embed "web/drafts.js"
};
static const unsigned char ja_js[] = {
#embed "web/ja.js"
};
static const unsigned char manage_js[] = {
#embed "web/manage.js"
};
static const unsigned char settings_js[] = {
#embed "web/settings.js"
};
static const unsigned char sign_in_js[] = {
#embed "web/sign-in.js"
};
static const unsigned char turns_js[] = {
#embed "web/turns.js"
};
static const unsigned char stream_js[] = {
#embed "web/stream.js"
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
static const unsigned char admin_audit_js[] = {
#embed "web/admin-audit.js"
};
static const unsigned char admin_client_tabs_js[] = {
#embed "web/admin-client-tabs.js"
};
static const unsigned char admin_clients_js[] = {
#embed "web/admin-clients.js"
};
static const unsigned char admin_health_js[] = {
#embed "web/admin-health.js"
};
static const unsigned char admin_issuer_form_js[] = {
#embed "web/admin-issuer-form.js"
};
static const unsigned char admin_issuers_js[] = {
#embed "web/admin-issuers.js"
};
static const unsigned char admin_keys_js[] = {
#embed "web/admin-keys.js"
};
static const unsigned char admin_live_js[] = {
#embed "web/admin-live.js"
};
static const unsigned char admin_overview_js[] = {
#embed "web/admin-overview.js"
};
static const unsigned char admin_parts_js[] = {
#embed "web/admin-parts.js"
};
static const unsigned char admin_rotation_js[] = {
#embed "web/admin-rotation.js"
};
static const unsigned char admin_runs_js[] = {
#embed "web/admin-runs.js"
};
static const unsigned char admin_session_js[] = {
#embed "web/admin-session.js"
};
static const unsigned char admin_sessions_js[] = {
#embed "web/admin-sessions.js"
};
static const unsigned char admin_tools_js[] = {
#embed "web/admin-tools.js"
};
static const unsigned char admin_usage_js[] = {
#embed "web/admin-usage.js"
};
static const unsigned char admin_user_js[] = {
#embed "web/admin-user.js"
};
static const unsigned char admin_user_settings_js[] = {
#embed "web/admin-user-settings.js"
};
static const unsigned char admin_users_js[] = {
#embed "web/admin-users.js"
};
static const unsigned char admin_vault_js[] = {
#embed "web/admin-vault.js"
};
static const unsigned char admin_words_js[] = {
#embed "web/admin-words.js"
};
static const unsigned char form_js[] = {
#embed "web/form.js"
};
static const unsigned char format_js[] = {
#embed "web/format.js"
};
static const unsigned char plot_js[] = {
#embed "web/plot.js"
};
static const unsigned char table_js[] = {
#embed "web/table.js"
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
    FILE_ENTRY("inline.js", inline_js),
    FILE_ENTRY("math.js", math_js),
    FILE_ENTRY("colors.js", colors_js),
    FILE_ENTRY("cards.js", cards_js),
    FILE_ENTRY("transcript.js", transcript_js),
    FILE_ENTRY("chat.js", chat_js),
    FILE_ENTRY("messages.css", messages_css),
    FILE_ENTRY("drafts.js", drafts_js),
    FILE_ENTRY("ja.js", ja_js),
    FILE_ENTRY("manage.js", manage_js),
    FILE_ENTRY("settings.js", settings_js),
    FILE_ENTRY("sign-in.js", sign_in_js),
    FILE_ENTRY("turns.js", turns_js),
    FILE_ENTRY("stream.js", stream_js),
    FILE_ENTRY("admin.html", admin_html),
    FILE_ENTRY("admin.css", admin_css),
    FILE_ENTRY("admin.js", admin_js),
    FILE_ENTRY("admin-audit.js", admin_audit_js),
    FILE_ENTRY("admin-client-tabs.js", admin_client_tabs_js),
    FILE_ENTRY("admin-clients.js", admin_clients_js),
    FILE_ENTRY("admin-health.js", admin_health_js),
    FILE_ENTRY("admin-issuer-form.js", admin_issuer_form_js),
    FILE_ENTRY("admin-issuers.js", admin_issuers_js),
    FILE_ENTRY("admin-keys.js", admin_keys_js),
    FILE_ENTRY("admin-live.js", admin_live_js),
    FILE_ENTRY("admin-overview.js", admin_overview_js),
    FILE_ENTRY("admin-parts.js", admin_parts_js),
    FILE_ENTRY("admin-rotation.js", admin_rotation_js),
    FILE_ENTRY("admin-runs.js", admin_runs_js),
    FILE_ENTRY("admin-session.js", admin_session_js),
    FILE_ENTRY("admin-sessions.js", admin_sessions_js),
    FILE_ENTRY("admin-tools.js", admin_tools_js),
    FILE_ENTRY("admin-usage.js", admin_usage_js),
    FILE_ENTRY("admin-user.js", admin_user_js),
    FILE_ENTRY("admin-user-settings.js", admin_user_settings_js),
    FILE_ENTRY("admin-users.js", admin_users_js),
    FILE_ENTRY("admin-vault.js", admin_vault_js),
    FILE_ENTRY("admin-words.js", admin_words_js),
    FILE_ENTRY("form.js", form_js),
    FILE_ENTRY("format.js", format_js),
    FILE_ENTRY("plot.js", plot_js),
    FILE_ENTRY("table.js", table_js),
    FILE_ENTRY("favicon.svg", favicon_svg),
    FILE_ENTRY("manifest.webmanifest", manifest_webmanifest),
    FILE_ENTRY("sw.js", sw_js),
};

int torii_web_asset_count(void) { return sizeof assets / sizeof assets[0]; }

struct torii_web_asset torii_web_asset(int index) {
    if (index < 0 || index >= torii_web_asset_count()) return (struct torii_web_asset){0};
    return assets[index];
}
