// @vitest-environment happy-dom
import type { Media } from 'earshot/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SiteClient } from '../../src/site-client.ts';
import { type AudioState, useAudio } from '../../src/studio/use-audio.ts';
import { pageWith } from '../helpers/page-with.tsx';

let fail: (message: string | null, percent?: number) => void;
vi.mock('../../src/studio/send-audio.ts', () => ({
  async sendAudio(_file: File, options: { onFailed: typeof fail }) {
    fail = options.onFailed;
    return { pause() {}, resume: start };
  },
}));
const start = vi.hoisted(() => vi.fn());

const texts = {
  studio: { audio_empty: 'The file is empty.', upload_broken: 'Stopped at {{percent}} %.' },
};
let audio: AudioState;

function Uploader({ media = null }: { media?: Media | null }) {
  audio = useAudio({ loaded: media, onBegun: async () => {} });
  return null;
}

const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => start.mockClear());
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('asks before the page is left while a file is being sent', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Uploader />, { texts })));
  const file = new File(['x'], 'harbour.mp3');
  expect(mayLeave()).toBe(true);
  await act(async () => audio.send(file));
  expect(mayLeave()).toBe(false);
  await act(async () => fail('The quota is used up.'));
  expect([mayLeave(), audio.error]).toEqual([true, 'The quota is used up.']);
  await act(async () => audio.send(file));
  await act(async () => root.unmount());
  expect(mayLeave()).toBe(true);
});

it('says how much was sent if the server no longer answers', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Uploader />, { texts })));
  await act(async () => audio.send(new File(['x'], 'harbour.mp3')));
  await act(async () => fail(null, 40));
  expect([audio.error, audio.sending]).toEqual(['Stopped at 40 %.', null]);
  await act(async () => root.unmount());
});

it('does not send a file that was paused or left before the script arrived', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Uploader />, { texts })));
  await act(async () => {
    audio.send(new File(['x'], 'harbour.mp3'));
    audio.pause();
  });
  expect(start).not.toHaveBeenCalled();
  await act(async () => audio.resume());
  expect(start).toHaveBeenCalledOnce();
  await act(async () => fail('offline'));
  start.mockClear();
  await act(async () => {
    audio.send(new File(['x'], 'harbour.mp3'));
    root.unmount();
  });
  expect(start).not.toHaveBeenCalled();
});

it('says that a file is empty, and does not send it', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Uploader />, { texts })));
  await act(async () => audio.send(new File([], 'harbour.mp3')));
  expect([audio.error, audio.sending]).toEqual(['The file is empty.', null]);
  expect(start).not.toHaveBeenCalled();
  await act(async () => root.unmount());
});

it.each(['ready', 'failed'] as const)('reads the page again once the file is %s', async (state) => {
  vi.useFakeTimers();
  const media = { media_id: 1, state: 'processing', progress: 0 } as Media;
  const refresh = vi.fn(async () => {});
  const get = async () => ({ media: { ...media, state } });
  const client = { api: { get }, session: { user: null }, refresh } as unknown as SiteClient;
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Uploader media={media} />, { client, texts })));
  expect(refresh).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTimeAsync(2_000));
  expect(refresh).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
  vi.useRealTimers();
});
