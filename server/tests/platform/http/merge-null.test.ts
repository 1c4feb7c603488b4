import { describe, expect, it } from 'vitest';
import { mergeNull } from '../../../src/platform/http/merge-null.ts';
import { serializeLate } from '../../../src/platform/http/serialize-late.ts';

const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

describe('a choice between a schema and null', () => {
  it.each([
    [
      'a text',
      { type: 'string', format: 'date-time' },
      { type: ['string', 'null'], format: 'date-time' },
    ],
    [
      'named values',
      { type: 'string', enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['several types', { type: ['string', 'integer'] }, { type: ['string', 'integer', 'null'] }],
  ])('is one schema: %s', (_name, schema, merged) => {
    expect(mergeNull(orNull(schema))).toEqual(merged);
  });

  it('is found inside objects and lists, and keeps its description', () => {
    const inner = { ...orNull({ type: 'integer' }), description: 'Seconds.' };
    expect(mergeNull({ type: 'array', items: { type: 'object', properties: { inner } } })).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { inner: { type: ['integer', 'null'], description: 'Seconds.' } },
      },
    });
  });

  it.each([
    ['of three', { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }] }],
    ['without a type', orNull({ anyOf: [{ type: 'string' }, { type: 'integer' }] })],
  ])('stays a choice %s', (_name, schema) => {
    expect(mergeNull(schema)).toEqual(schema);
  });
});

describe('the serialiser of an answer', () => {
  const schema = {
    type: 'object',
    properties: {
      at: orNull({ type: 'string', format: 'date-time' }),
      show: orNull({ type: 'object', properties: { title: { type: 'string' } } }),
      ids: orNull({ type: 'array', items: { type: 'integer' } }),
      mark: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    },
  };
  const serialize = serializeLate({}, {})({ schema, method: 'GET', url: '/', httpStatus: '200' });

  it.each([
    [{ at: null, show: null, ids: null, mark: null }],
    [{ at: '2026-01-02T03:04:05.000Z', show: { title: 'A' }, ids: [1, 2], mark: 'b' }],
    [{ show: { title: '' }, ids: [], mark: 3 }],
  ])('writes %j as it is', (answer) => {
    expect(JSON.parse(serialize(answer))).toEqual(answer);
  });

  it('leaves out what the schema does not name', () => {
    expect(serialize({ show: { title: 'A', secret: 'b' } })).toBe('{"show":{"title":"A"}}');
  });
});
