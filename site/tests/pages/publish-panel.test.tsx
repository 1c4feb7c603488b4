// @vitest-environment happy-dom
import type { Episode, EpisodeState } from 'earshot/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormState } from '../../src/forms/use-form.ts';
import type { EpisodeValues } from '../../src/pages/edit-episode/episode-values.ts';
import { PublishPanel } from '../../src/pages/edit-episode/publish-panel.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const EPISODE = { episode_id: 7, show_id: 3, state: 'draft', published_at: null } as Episode;
const TEXTS = {
  site: { date_locale: 'en' },
  studio: {
    publishing: 'Publishing',
    publish_now: 'Publish now',
    change_visibility: 'Change the visibility',
    back_to_draft: 'Back to draft',
    schedule: 'Schedule',
    scheduled_now: 'It waits.',
    published_now: 'It is out.',
    time_missing: 'Choose a time first.',
  },
};

const form = {
  values: { visibility: 'public' },
  set() {},
  submit: async () => true,
} as unknown as FormState<EpisodeValues>;

const buttonOf = (container: HTMLElement, name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name));

async function setTime(container: HTMLElement, time: string): Promise<void> {
  const field = container.querySelector<HTMLInputElement>('input[type=datetime-local]');
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field, time);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function schedule(time: string): Promise<string[]> {
  const said: string[] = [];
  const client = {
    api: { put: async () => ({}) },
    refresh: async () => {},
    notify: (text: string) => said.push(text),
  } as unknown as SiteClient;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const panel = <PublishPanel episode={EPISODE} preflight={[]} form={form} />;
  await act(async () => {
    createRoot(container).render(pageWith(panel, { client, texts: TEXTS }));
  });
  await setTime(container, time);
  await act(async () => buttonOf(container, 'Schedule')?.click());
  return said;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

describe('PublishPanel', () => {
  it.each([
    ['a coming time', `${new Date().getFullYear() + 1}-06-01T10:00`, 'It waits.'],
    ['a time in the past', '2020-06-01T10:00', 'It is out.'],
  ])('says what %s has done', async (_, time, words) => {
    expect(await schedule(time)).toEqual([words]);
  });

  it.each(['', '275761-01-01T10:00'])('asks for a time instead of %j', async (time) => {
    expect(await schedule(time)).toEqual([]);
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Choose a time first.');
  });

  it.each([
    ['draft', 'Publish now', 'published', 'Publishing'],
    ['published', 'Back to draft', 'draft', 'Publishing'],
    ['draft', 'Schedule', 'scheduled', 'Schedule'],
  ] as const)('of a %s keeps the focus after "%s"', async (state, name, next, focused) => {
    const container = document.createElement('div');
    document.body.replaceChildren(container);
    const root = createRoot(container);
    const show = (state: EpisodeState) => {
      const episode = { ...EPISODE, state, visibility: 'public' } as Episode;
      root.render(
        pageWith(<PublishPanel {...{ episode, form }} preflight={[]} />, { client, texts: TEXTS }),
      );
    };
    const client = {
      api: { put: async () => ({}), delete: async () => ({}) },
      refresh: async () => show(next),
      notify() {},
    } as unknown as SiteClient;
    await act(async () => show(state));
    if (name === 'Schedule') await setTime(container, '2999-06-01T10:00');
    const button = buttonOf(container, name);
    button?.focus();
    await act(async () => button?.click());
    expect(document.activeElement?.closest('h2, button')?.textContent).toBe(focused);
  });

  it('keeps a private episode private when it becomes a draft', async () => {
    const container = document.createElement('div');
    document.body.replaceChildren(container);
    const root = createRoot(container);
    const values = { visibility: 'private' };
    const show = (state: EpisodeState) => {
      const episode = { ...EPISODE, state } as Episode;
      const panel = (
        <PublishPanel
          episode={episode}
          form={{ ...form, values } as FormState<EpisodeValues>}
          preflight={[]}
        />
      );
      root.render(pageWith(panel, { client: null, texts: TEXTS }));
    };
    await act(async () => show('private' as EpisodeState));
    await act(async () => show('draft'));
    expect(container.querySelector('select')?.value).toBe('private');
  });
});
