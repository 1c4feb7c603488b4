import { describe, expect, it } from 'vitest';
import type { PushEvent } from '../../../src/platform/push/push-event.ts';
import { receiveEvents } from '../../../src/platform/push/receive-events.ts';

const event: PushEvent = { channel: 'show_1', event: 'published', data: { episode_id: 1 } };

function open() {
  const heard: PushEvent[] = [];
  const reports: string[] = [];
  const receive = receiveEvents({
    onEvent: (event) => void heard.push(event),
    onStrange: (reason) => void reports.push(reason),
  });
  return { heard, reports, receive };
}

describe('receiveEvents', () => {
  it('takes one event, or some', () => {
    const { heard, reports, receive } = open();
    const other = { ...event, data: { episode_id: 2 } };
    receive(JSON.stringify(event));
    receive(JSON.stringify([event, other]));
    expect(heard).toEqual([event, event, other]);
    expect(reports).toEqual([]);
  });

  it.each([
    '',
    '{',
    '7',
    'null',
    '[null]',
    '{}',
    '[{"channel":7,"event":"counts","data":{}}]',
    '[{"channel":"subscriber-counts","event":"counts","data":null}]',
    '[{"channel":"subscriber-counts","event":"counts"}]',
  ])('ignores %s', (text) => {
    const { heard, reports, receive } = open();
    receive(text);
    expect(heard).toEqual([]);
    expect(reports).toHaveLength(1);
  });

  it('reports the first strange message, and takes what comes after it', () => {
    const { heard, reports, receive } = open();
    receive('{');
    receive(JSON.stringify([null, event]));
    expect(heard).toEqual([event]);
    expect(reports).toHaveLength(1);
  });
});
