/** The address of a page of a list. The first page, and one after the last, count as the list itself. */
export const addressOfPage = (address: string, page: number, lastPage: number): string =>
  page > 1 && page <= lastPage ? `${address}?page=${page}` : address;

/** The page number of an address, from 1. A malformed one counts as the first. */
export function readPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
