/** Pieces of HTML that a script fills: placeholders in them are written `%name%`. */
export type TemplateName = 'common_v2.embed' | 'common.flash_message';

/** What the address of a template answers. */
export type TemplateAnswer = { content: string } | { redirect: string };

/** Templates, under `SITE_URL`. `pkg` is the name of a template, or of the package that it is the only one of. */
export const TEMPLATE_ROUTES = {
  template: '/util/templates/{pkg}.js',
  template_v2: '/util/templates/v2/common.js',
} as const;
