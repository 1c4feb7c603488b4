import { expect, it } from 'vitest';
import { readArchivedSchedules } from '../../../src/features/schedules/archived-schedules.ts';

const monday = { weekday: 1, time: '18:30', timezone: 'Europe/Rome', title: 'Every Monday' };

it('reads schedules as an archive writes them', () => {
  const stored = { ...monday, time: '18:30:00', schedule_id: 7, show_id: 3 };
  expect(readArchivedSchedules([stored])).toEqual([monday]);
});

it.each([
  ['no list', { 0: monday }],
  ['nothing', undefined],
  ['no schedule', [null, 'x', 3, {}]],
  ['a day that no week has', [{ ...monday, weekday: 7 }]],
  ['a time that no day has', [{ ...monday, time: '25:00:00' }]],
  ['a title without a visible character', [{ ...monday, title: ' \u200b ' }]],
  ['a title of the wrong type', [{ ...monday, title: {} }]],
  ['a character that no text may have', [{ ...monday, timezone: 'Europe\0' }]],
])('leaves %s out', (_, json) => {
  expect(readArchivedSchedules(json)).toEqual([]);
});
