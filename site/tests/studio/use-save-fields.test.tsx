// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SiteClient } from '../../src/site-client.ts';
import { useSaveFields } from '../../src/studio/use-save-fields.ts';
import { pageWith } from '../helpers/page-with.tsx';

interface Values {
  title: string;
  tags: string;
  places: readonly string[];
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

const OPENED: Values = { title: 'Low tide', tags: '', places: ['Rome'] };

/** A page that shows `OPENED`. The server stores tags with a space after the comma. */
async function open() {
  const host = { stored: OPENED };
  const client = {
    api: {
      get: async () => ({ episode: host.stored }),
      async put(
        _route: string,
        { episode_id: _, ...change }: Partial<Values> & { episode_id: number },
      ) {
        const next = { ...host.stored, ...change };
        host.stored = { ...next, tags: next.tags.replace(/,\s*/g, ', ') };
        return { episode: host.stored };
      },
    },
  } as unknown as SiteClient;
  let save = async (_change: Partial<Values>): Promise<unknown> => undefined;
  function Page() {
    const saveFields = useSaveFields(OPENED, {
      kind: 'episode',
      id: 7,
      toValues: (episode) => episode as unknown as Values,
    });
    save = (change) => saveFields(change, change as Record<string, string>);
    return null;
  }
  const texts = { studio: { field_changed: 'Changed elsewhere.' } };
  await act(async () =>
    createRoot(document.createElement('div')).render(pageWith(<Page />, { client, texts })),
  );
  return { host, save: (change: Partial<Values>) => save(change) };
}

describe('useSaveFields', () => {
  it('refuses once to replace a field that was saved elsewhere', async () => {
    const { host, save } = await open();
    host.stored = { ...OPENED, title: 'Of another person' };
    await expect(save({ title: 'Mine', tags: 'sea' })).rejects.toMatchObject({
      messages: ['title: Changed elsewhere.'],
    });
    expect(host.stored).toEqual({ ...OPENED, title: 'Of another person' });
    await save({ title: 'Mine', tags: 'sea' });
    expect(host.stored).toEqual({ ...OPENED, title: 'Mine', tags: 'sea' });
  });

  it('saves beside another field that was saved elsewhere', async () => {
    const { host, save } = await open();
    host.stored = { ...OPENED, title: 'Of another person', places: ['Rome'] };
    await save({ tags: 'sea', places: [] });
    expect(host.stored).toEqual({ title: 'Of another person', tags: 'sea', places: [] });
  });

  it('knows its own saves in the form in which they are stored', async () => {
    const { host, save } = await open();
    await save({ tags: 'sea,bells' });
    await save({ tags: 'sea' });
    expect(host.stored.tags).toBe('sea');
  });

  it('accepts what another has saved in the same words', async () => {
    const { host, save } = await open();
    host.stored = { ...OPENED, title: 'High tide' };
    await save({ title: 'High tide' });
    expect(host.stored.title).toBe('High tide');
  });
});
