/** The only way in which the loader writes to the page's console. */
export const warn = (why: string, about: unknown) => console.warn('Earshot:', why, about);
