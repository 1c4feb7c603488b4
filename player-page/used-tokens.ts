/**
 * The tokens that a stylesheet uses. The first response of the player page omits the others; the styles of a popup
 * contain all of them.
 */
export function usedTokens(tokens: string, styles: string): string {
  const all = tokens + styles;
  return tokens.replace(/(--es-[\w-]+):[^;}]+;?/g, (declaration, name: string) =>
    all.includes(`var(${name}`) ? declaration : '',
  );
}
