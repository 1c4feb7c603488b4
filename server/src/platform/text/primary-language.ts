/** The primary subtag of a language tag (BCP 47): `de` of `de-AT`. Empty for a text of another form. */
export const primaryLanguage = (tag: string): string =>
  /^([a-z]{2,3})(?![^-_])/i.exec(tag)?.[1]?.toLowerCase() ?? '';
