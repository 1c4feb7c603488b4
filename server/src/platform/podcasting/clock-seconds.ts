/** Seconds of `1:02:03.400`, `62:03` or `90.5`, also with white space around; null for anything else. */
export function clockSeconds(text: string): number | null {
  const parts = text.trim().split(':');
  if (parts.length > 3 || parts.some((part) => !/^\d{1,10}(\.\d*)?$/.test(part.trim())))
    return null;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}
