import { domainToASCII } from 'node:url';
import { invalid } from '../../platform/http/refusal.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';

/**
 * Reads an e-mail address. The name before the @ keeps its capitals, because a few hosts distinguish them; the database
 * compares addresses without them.
 * @throws AppError INVALID_REQUEST
 */
export function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (isMailAddress(email)) return email;
  throw invalid('email', 'format_email');
}

/**
 * The normalised spelling of an address, which may still be invalid. Mail servers read full-width letters of a host
 * name as usual ones, and international names by their ASCII form (UTS #46).
 */
export function normalizeEmail(text: string): string {
  const trimmed = text.trim().normalize('NFC');
  const at = trimmed.lastIndexOf('@') + 1;
  const local = trimmed.slice(0, at);
  const host = trimmed.slice(at).normalize('NFKC').toLowerCase();
  // `domainToASCII` would hide wrong characters: it decodes `%41`, and cuts at a slash.
  const isInternational = /[^\0-\x7f]/.test(host) && isMailAddress(local + host);
  return local + ((isInternational && domainToASCII(host)) || host);
}

/** The same for all spellings of an address. */
export const accountKey = (email: string): string => normalizeEmail(email).toLowerCase();
