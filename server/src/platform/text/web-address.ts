/** An http or https address, or null. Earshot requests and links to no other scheme. */
export function webAddress(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}
