import type { IncomingHttpHeaders as Headers } from 'node:http';
import { AppError } from 'earshot/contract';
import { invalid } from '../../platform/http/refusal.ts';

/** The methods of the protocol. */
export const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE'] as const;

export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers[name]?.toString();

const NUMBERS = { 'upload-length': 'Upload-Length', 'upload-offset': 'Upload-Offset' } as const;

/** Bytes; null if there is no such header. @throws AppError INVALID_REQUEST */
export function readNumber(headers: Headers, name: keyof typeof NUMBERS): number | null {
  const text = headerOf(headers, name);
  if (text === undefined) return null;
  const value = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw invalid(NUMBERS[name], 'must be a whole number of bytes, such as 1048576');
}

/** The length of a new upload; null if the client tells it later. @throws AppError INVALID_REQUEST */
export function readNewLength(headers: Headers): number | null {
  if (headers['upload-concat'] !== undefined) {
    throw invalid('Upload-Concat', 'is not supported; send the file in one upload');
  }
  const length = readNumber(headers, 'upload-length');
  const deferred = headerOf(headers, 'upload-defer-length');
  if (deferred !== undefined && deferred !== '1')
    throw invalid('Upload-Defer-Length', 'exact', { value: 1 });
  if ((length === null) === (deferred === undefined)) {
    throw invalid('Upload-Length', 'is required, or Upload-Defer-Length: 1, but not both');
  }
  return length;
}

/**
 * The fields of Upload-Metadata; null for a key without a value. The header may be empty: the official client for Python
 * always sends it.
 * @throws AppError INVALID_REQUEST
 */
export function readMetadata(headers: Headers): Readonly<Record<string, string | null>> {
  const fields: Record<string, string | null> = Object.create(null);
  const text = headerOf(headers, 'upload-metadata') ?? '';
  for (const pair of text === '' ? [] : text.split(',')) {
    const [, key = '', value] =
      /^([!-+\--~]+)(?: ((?:[\w+/-]{4})*(?:[\w+/-]{2,3}={1,2})?))?$/.exec(pair) ?? [];
    if (key === '' || key in fields) {
      throw invalid(
        'Upload-Metadata',
        'must be pairs of a key and a Base64 value, separated by commas, each key once',
      );
    }
    fields[key] = value ? Buffer.from(value, 'base64').toString() : null;
  }
  return fields;
}

/**
 * The method that a request asks for. The header replaces it if a proxy or a browser blocks PATCH or DELETE.
 * @throws AppError METHOD_NOT_ALLOWED
 */
export function readMethod(method: string, headers: Headers): (typeof METHODS)[number] {
  const asked = (headerOf(headers, 'x-http-method-override') ?? method).toUpperCase();
  const found = METHODS.find((known) => known === asked);
  if (found === undefined) throw new AppError('METHOD_NOT_ALLOWED');
  return found;
}
