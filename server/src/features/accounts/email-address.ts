import { invalid } from '../../platform/http/refusal.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';

/**
 * Reads an e-mail address. The name before the @ keeps its capitals, because a few hosts distinguish them; the
 * database
 * compares addresses without them.
 * @throws AppError INVALID_REQUEST
 */
export function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (isMailAddress(email)) return email;
  throw invalid('email', 'format_email');
}

/** The normalised spelling of an address, which may still be invalid. */
export function normalizeEmail(text: string): string {
  const trimmed = text.trim().normalize('NFC');
  const at = trimmed.lastIndexOf('@');
  return trimmed.slice(0, at + 1) + trimmed.slice(at + 1).toLowerCase();
}

/** The key of an address for limits. */
export const accountKey = (email: string): string => normalizeEmail(email).toLowerCase();
