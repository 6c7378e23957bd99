#ifndef CLIBXML2_SHIM_H
#define CLIBXML2_SHIM_H

#include <iconv.h>
#include <libxml/HTMLparser.h>
#include <string.h>

/// Reads HTML in UTF-8 and only calls back: it builds no tree, loads nothing, knows no entity but HTML's own, keeps to
/// libxml2's limits and prints nothing. A callback may end it by `xmlStopParser`. Returns 0 when there is no memory for it.
static inline int clibxml2_read_html(
    const char *_Nonnull html,
    int length,
    void *_Nonnull context,
    void (*_Nonnull begin)(void *_Nullable context, htmlParserCtxtPtr _Nullable parser),
    startElementSAXFunc _Nonnull start,
    endElementSAXFunc _Nonnull end,
    charactersSAXFunc _Nonnull characters
) {
    htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(html, length);
    if (parser == NULL) return 0;
    memset(parser->sax, 0, sizeof *parser->sax);
    parser->sax->startElement = start;
    parser->sax->endElement = end;
    parser->sax->characters = characters;
    parser->sax->ignorableWhitespace = characters;
    parser->userData = context;
    htmlCtxtUseOptions(
        parser,
        HTML_PARSE_RECOVER | HTML_PARSE_NODEFDTD | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET
            | HTML_PARSE_IGNORE_ENC
    );
    xmlCharEncodingHandlerPtr utf8 = xmlFindCharEncodingHandler("UTF-8");
    if (utf8 != NULL) xmlSwitchToEncoding(parser, utf8);
    begin(context, parser);
    htmlParseDocument(parser);
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    htmlFreeParserCtxt(parser);
    return 1;
}

#endif
