/** The address of a page with a start at a whole second, and with an end. */
export function withTime(url: string, seconds: number, end: number | null = null): string {
  const address = new URL(url);
  set(address, 't', Math.floor(seconds) || null);
  set(address, 't-end', end);
  return address.href;
}

function set({ searchParams }: URL, name: string, value: number | null): void {
  if (value === null) searchParams.delete(name);
  else searchParams.set(name, String(value));
}
