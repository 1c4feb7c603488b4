/** An http or https address, or null. Earshot requests and links to no other scheme. */
export function webAddress(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}

/** The same for an address that may be relative to another one. */
export function resolveAddress(text: string | undefined, base: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  const isRelative = trimmed !== '' && base !== null && webAddress(trimmed) === null;
  if (!isRelative || !URL.canParse(trimmed, base)) return webAddress(trimmed);
  return webAddress(new URL(trimmed, base).href);
}
