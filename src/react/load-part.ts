/** The name of an event on the document: the code of a control did not arrive, for example offline. `Status` says so. */
export const PART_MISSING = 'part.missing';

/** Calls `use` once `file` has arrived. If it does not arrive, `Status` tells the listener, and the next press tries again. */
export function loadPart<Part>(file: Promise<Part>, use: (part: Part) => void): void {
  file.then(use, () => document.dispatchEvent(new Event(PART_MISSING)));
}
