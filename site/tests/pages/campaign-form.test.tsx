// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { PlayerProvider } from 'earshot/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { CampaignForm } from '../../src/pages/campaigns/campaign-form.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

let container: HTMLElement;
let root: Root;
const sent: [method: string, fields: object][] = [];
let refusal: string[] = [];
const call = (method: string) => async (_route: string, fields: object) => {
  sent.push([method, fields]);
  if (refusal.length > 0) throw new ApiError('INVALID_REQUEST', 400, refusal);
  return {};
};
const told: string[] = [];
const client = {
  api: { post: call('POST'), put: call('PUT') },
  refresh: async () => {},
  notify: (text: string) => told.push(text),
} as unknown as SiteClient;

async function open(campaign: object | null): Promise<void> {
  const form = (
    <PlayerProvider player={null} messages={{} as never}>
      <CampaignForm owner={3} campaign={campaign as never} />
    </PlayerProvider>
  );
  const texts = await loadTexts('en');
  await act(async () => root.render(pageWith(form, { client, texts })));
}
const field = (name: string) => container.querySelector<HTMLInputElement>(`[name=${name}]`);
const positions = () => [...container.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
async function type(name: string, value: string): Promise<void> {
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field(name), value);
    field(name)?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const send = () => act(async () => container.querySelector('form')?.requestSubmit());

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  [sent.length, told.length, refusal] = [0, 0, []];
  container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => act(async () => root.unmount()));

it('says at its fields what is wrong with a new campaign, and keeps the rest', async () => {
  refusal = ['weight: must be 1 or more', 'positions: must not be empty'];
  await open(null);
  await type('title', 'Soap');
  await type('weight', '0');
  await send();
  expect(sent).toEqual([['POST', { user_id: 3, title: 'Soap', weight: '0' }]]);
  expect(field('weight')?.getAttribute('aria-invalid')).toBe('true');
  expect(positions()[0]?.getAttribute('aria-invalid')).toBe('true');
  refusal = [];
  await type('weight', '2');
  await send();
  expect(sent.at(-1)).toEqual(['POST', { user_id: 3, title: 'Soap', weight: '2' }]);
  expect(told).toEqual(['The campaign was created.']);
});

it('sends the changed fields of a known campaign, and none for a limit that is emptied', async () => {
  const known = { campaign_id: 7, title: 'Soap', positions: ['pre'], weight: 1, daily_cap: null };
  await open({
    ...known,
    media_id: 9,
    duration: 3,
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: null,
  });
  await type('title', 'Soap and water');
  await type('daily_cap', '3');
  await act(async () => positions().at(-1)?.click());
  await send();
  await type('daily_cap', '');
  await send();
  expect(sent).toEqual([
    [
      'PUT',
      {
        ...{ user_id: 3, campaign_id: 7, title: 'Soap and water' },
        ...{ positions: '["pre","post"]', daily_cap: '3' },
      },
    ],
    ['PUT', { user_id: 3, campaign_id: 7, daily_cap: '' }],
  ]);
});
