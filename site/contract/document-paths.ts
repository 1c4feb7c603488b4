/** For developers and their programs. The site's script has no use for them. */
export const DOCUMENT_ROUTES = {
  /** An index of the documents for language models (https://llmstxt.org). */
  llms: '/llms.txt',
  /** A document as Markdown. Its page has the same address without the extension. */
  markdown: '/docs/{document}.md',
  /** Leads to the explanation of a problem with an embed, by the reason that the console names. */
  help: '/help/{reason}',
} as const;
