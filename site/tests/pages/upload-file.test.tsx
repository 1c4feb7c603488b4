// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { PlayerProvider } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { UploadFile } from '../../src/pages/edit-transcript/upload-file.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

const FILE = new File(['WEBVTT'], 'tide.vtt');
const send = vi.fn(async (_file: File) => {});
const notify = vi.fn();
let texts: SiteTexts;
let root: Root;

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  texts = (await loadTexts('en')) as SiteTexts;
});
afterEach(() => {
  act(() => root.unmount());
  send.mockReset();
  notify.mockReset();
});

/** Chooses a file on the page of an episode. */
async function choose({ replaces }: { replaces: boolean }): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  const client = { notify } as unknown as SiteClient;
  await act(async () =>
    root.render(
      <SiteProvider config={{ API_CULTURE: 'en' } as SiteConfig} texts={texts} client={client}>
        <PlayerProvider player={null}>
          <UploadFile replaces={replaces} send={send} />
        </PlayerProvider>
      </SiteProvider>,
    ),
  );
  const input = container.querySelector('input');
  Object.defineProperty(input, 'files', { value: [FILE] });
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })));
}

const press = (name: string) =>
  act(async () => {
    const buttons = [...document.querySelectorAll('dialog button')];
    buttons
      .find(({ textContent }) => textContent === name)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });

describe('UploadFile', () => {
  it('sends the first transcript at once', async () => {
    await choose({ replaces: false });
    expect(document.querySelector('dialog')).toBeNull();
    expect(send).toHaveBeenCalledExactlyOnceWith(FILE);
    expect(notify).toHaveBeenCalledWith(expect.any(String), { level: 'success' });
  });

  it.each([
    ['Replace', 1],
    ['Cancel', 0],
  ])('asks in a box of the page before it replaces one: %s', async (answer, times) => {
    await choose({ replaces: true });
    expect(send).not.toHaveBeenCalled();
    await press(answer);
    expect(document.querySelector('dialog')).toBeNull();
    expect(send).toHaveBeenCalledTimes(times);
  });

  it('says at its field why a file is refused, without the name of the field', async () => {
    send.mockRejectedValue(
      new ApiError('INVALID_REQUEST', 400, ['transcript: has no text; add at least one cue']),
    );
    await choose({ replaces: false });
    const input = document.querySelector('input');
    const described = `${input?.getAttribute('aria-describedby')}`.split(' ');
    const said = described.map((id) => document.getElementById(id)?.textContent);
    expect(said).toContain('has no text; add at least one cue');
    expect(input?.getAttribute('aria-invalid')).toBe('true');
  });
});
