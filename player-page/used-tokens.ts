/**
 * The tokens that a stylesheet uses. The first response of the player page leaves the others out; the styles of a popup
 * bring all of them.
 */
export function usedTokens(tokens: string, styles: string): string {
  const all = tokens + styles;
  return tokens.replace(/(--es-[\w-]+):[^;}]+;?/g, (declaration, name: string) =>
    all.includes(`var(${name}`) ? declaration : '',
  );
}
