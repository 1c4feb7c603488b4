const neutral = (name: string, description: string, example: string) => ({
  name,
  in: 'query' as const,
  description,
  schema: { type: 'string' as const },
  example,
});

/** Parameters that many routes share: `components.parameters` of the document. */
export const PARAMETERS = {
  culture: neutral('culture', 'Language of the person who asks.', 'it-IT'),
  c: neutral('c', 'The same as `culture`, for short.', 'it'),
  escape: neutral(
    'escape',
    'Accepted everywhere and without effect: texts are never escaped.',
    'false',
  ),
  v: neutral('v', 'Accepted everywhere and without effect: version of the client.', '1'),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header' as const,
    description: 'The POST is carried out once for each key, however often it is sent.',
    schema: { type: 'string' as const, minLength: 1, maxLength: 257 },
    example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header' as const,
    description: 'The `ETag` of the version that the client has.',
    schema: { type: 'string' as const },
    example: '"8YAYBDrFYVxBHCT9tvcEIg"',
  },
};
