import type { RadioListing } from 'earshot/contract';
import type { ListingRow } from './repository.ts';

export function toRadioListing(row: ListingRow | undefined): RadioListing {
  if (!row) return { state: 'none', message: null, changed_at: null };
  const { state, message, changed_at } = row;
  return { state, message, changed_at: changed_at.toISOString() };
}
