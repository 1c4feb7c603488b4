import type { AppError } from 'earshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readForm } from './form-fields.ts';
import { decodeText, readJson } from './read-json.ts';
import { invalid, Refusal, type Said } from './refusal.ts';
import { hasBody } from './slow-body.ts';

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const FILE_TYPE = 'multipart/form-data';

/** Reads JSON and form bodies. A body without bytes is undefined, whatever its type claims. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const [type, read] of [
    [JSON_TYPE, readJson],
    [FORM_TYPE, readForm],
  ] as const) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        if (bytes.length === 0 || request.is404) return undefined; // the address is the error in this case, not the body
        refuseCharset(request);
        return read(decodeText(bytes));
      },
    );
  }
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    if (!hasBody(request.raw) || request.is404) return undefined;
    const takesFile = request.routeOptions.config.file !== undefined;
    throw unsupportedType(takesFile ? [FILE_TYPE] : [JSON_TYPE, FORM_TYPE]);
  });
}

export function unsupportedType(known: readonly string[]): AppError {
  const values = known.join(', ');
  const words = known.length > 1 ? 'among' : 'exact';
  const said: Said = { field: 'Content-Type', words, values: { values, value: values } };
  return new Refusal('UNSUPPORTED_MEDIA_TYPE', [said]);
}

/** JSON and forms are UTF-8 (RFC 8259, 8.1). @throws AppError INVALID_REQUEST for another charset */
function refuseCharset({ headers }: FastifyRequest): void {
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw invalid('Content-Type', 'the charset must be utf-8');
  }
}
