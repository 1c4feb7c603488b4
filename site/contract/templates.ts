/** Pieces of HTML that a script fills in: placeholders are written `%name%`. */
export type TemplateName = 'common_v2.embed' | 'common.flash_message';

/** The answer of a template's address. */
export type TemplateAnswer = { content: string } | { redirect: string };
