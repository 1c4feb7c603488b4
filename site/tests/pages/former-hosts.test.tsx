// @vitest-environment happy-dom
import { PlayerProvider } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { FormerHosts } from '../../src/pages/show-numbers/former-hosts.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

const FILE = new File(['day,downloads'], 'old.csv');
const READ = {
  host: 'Spreaker',
  figures: 2,
  downloads: 1_200,
  from: '2024-01-31',
  to: '2024-02-01',
  unreadable: [{ line: 4, value: '01/02/2024', reason: 'no_day' }],
  unreadable_lines: 3,
};
const refresh = vi.fn(async () => {});
let texts: SiteTexts;
let root: Root;
let container: HTMLElement;

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  texts = (await loadTexts('en')) as SiteTexts;
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  refresh.mockClear();
});

async function open(answer: object) {
  const fetched = vi.fn(async (_address: string, _sent: RequestInit) => Response.json(answer));
  vi.stubGlobal('fetch', fetched);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  const client = {
    refresh,
    session: { token: 't' },
    withLogin: (send: () => unknown) => send(),
  } as unknown as SiteClient;
  const config = { API_CULTURE: 'en', API_URL: 'https://pod.example/api' } as SiteConfig;
  await act(async () =>
    root.render(
      <SiteProvider config={config} texts={texts} client={client}>
        <PlayerProvider player={null}>
          <FormerHosts showId={7} hosts={[{ ...READ, host: 'Spreaker' }]} errors={[]} />
        </PlayerProvider>
      </SiteProvider>,
    ),
  );
  return fetched;
}

async function type(host: string): Promise<void> {
  const input = container.querySelector<HTMLInputElement>('.es-field input');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(input, host);
  await act(async () => input?.dispatchEvent(new Event('input', { bubbles: true })));
}

async function choose(): Promise<void> {
  const input = container.querySelector('input[type="file"]');
  Object.defineProperty(input, 'files', { value: [FILE], configurable: true });
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })));
}

describe('FormerHosts', () => {
  it('sends a file, and lists what was read of it', async () => {
    const fetched = await open({ response: READ });
    await type('Spreaker');
    await choose();
    const [address, sent = {}] = fetched.mock.calls[0] ?? [];
    expect([sent.method, address]).toEqual([
      'PUT',
      'https://pod.example/api/v2/shows/7/numbers/history',
    ]);
    expect((sent.body as FormData).get('host')).toBe('Spreaker');
    const read = container.querySelector('[role="status"]')?.textContent;
    expect(read).toContain('2 figures of Spreaker are stored: 2024-01-31 – 2024-02-01');
    expect(read).toContain('3 lines could not be read and are left out:');
    expect(read).toContain('Line 4: “01/02/2024” is not a day, such as 2026-01-31.');
    expect(read).toContain('And 2 more.');
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('asks for the name of the host first, and takes the same file again', async () => {
    const fetched = await open({ response: READ });
    await choose();
    expect(container.textContent).toContain('Enter the name of the host first.');
    expect(fetched).not.toHaveBeenCalled();
    await type('Spreaker');
    await choose();
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('says beside the file what is wrong with it', async () => {
    const messages = ['file: has a quote that is not closed'];
    await open({ error: { code: 400, reason: 'INVALID_REQUEST', messages } });
    await type('Spreaker');
    await choose();
    const input = container.querySelector('input[type="file"]');
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    expect(container.textContent).toContain('has a quote that is not closed');
  });
});
