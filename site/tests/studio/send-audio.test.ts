// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { messageOf } from '../../src/studio/send-audio.ts';

it('has no message for a failure without an answer of the server', () => {
  expect(
    messageOf(new Error('tus: failed to resume upload, caused by [object ProgressEvent]')),
  ).toBe(null);
});
