import { describe, expect, it } from 'vitest';
import { changedFields } from '../../src/forms/changed-fields.ts';
import { NEW_CAMPAIGN, toPayload } from '../../src/pages/campaigns/campaign-values.ts';

describe('toPayload', () => {
  it('sends a start that was cleared, so that the API says what is wrong with it', () => {
    const saved = { ...NEW_CAMPAIGN, starts_at: '2026-01-31T18:30:00.000Z' };
    const change = changedFields(saved, { ...saved, starts_at: '' });
    expect(toPayload(change)).toEqual({ starts_at: '' });
  });

  it('sends of a new campaign only what its author has entered', () => {
    const entered = { ...NEW_CAMPAIGN, title: 'Soap', media_id: 7 };
    expect(toPayload(changedFields(NEW_CAMPAIGN, entered))).toEqual({ title: 'Soap', media_id: 7 });
  });

  it('sends positions as a list, also an empty one', () => {
    expect(toPayload({ positions: [] })).toEqual({ positions: '[]' });
  });
});
