/**
 * The address, or null for other text. For addresses that people write: `URL.canParse` of Node 20 refuses hosts such as
 * `bücher.example` once it has been called some thousand times.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
