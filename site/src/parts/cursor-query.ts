/** The query of a page of a list; empty for the first page. */
export const cursorQuery = (cursor: string | null): string => (cursor ? `?cursor=${cursor}` : '');
