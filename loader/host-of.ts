/** The host, without a trailing slash, of the first loader in a text: an address, or a stack trace. */
export const hostOf = (text: string | false | undefined) =>
  /(http\S+?)(\/assets)?\/widgets[\w-]*\.js/.exec(text as string)?.[1];
