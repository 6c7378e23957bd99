// The model is made of declarations of phrases, so a file that imports it has them too.
@_exported public import ToolPhrases
