import { expect, it } from 'vitest';
import { mapWithPauses } from '../../../src/platform/threads/map-with-pauses.ts';

it('keeps the order, and lets other work run after each hundred items', async () => {
  const items = Array.from({ length: 250 }, (_, at) => at);
  const order: (number | string)[] = [];
  setImmediate(() => order.push('other work'));
  const doubled = await mapWithPauses(items, (item) => {
    order.push(item);
    return 2 * item;
  });
  expect(doubled).toEqual(items.map((item) => 2 * item));
  expect(order.indexOf('other work')).toBe(100);
});
