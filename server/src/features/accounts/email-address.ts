import { AppError } from 'earshot/contract';
import { isMailAddress } from '../../platform/mail/mail-address.ts';

/**
 * Reads an e-mail address that somebody typed. The name before the @ keeps its capitals, because a few hosts tell them
 * apart; the database compares addresses without them.
 * @throws AppError INVALID_REQUEST
 */
export function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (isMailAddress(email)) return email;
  throw new AppError('INVALID_REQUEST', {
    messages: ['email: must be an e-mail address such as ann@example.org'],
  });
}

/** One spelling for an address. It may still be no valid one. */
export function normalizeEmail(text: string): string {
  const trimmed = text.trim().normalize('NFC');
  const at = trimmed.lastIndexOf('@');
  return trimmed.slice(0, at + 1) + trimmed.slice(at + 1).toLowerCase();
}

/** What limits count an address by. */
export const accountKey = (email: string): string => normalizeEmail(email).toLowerCase();
