import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import type { PlayFacts } from './page-facts.ts';
import type { PageWorld } from './page-world.ts';

const SOUND_WITHIN_MS = 12_000;
const LISTENER = 'earshot-doctor';
const CONTEXT = { context: 'player.js', version: '0.0.11' };

interface Message {
  event?: string;
  value?: { seconds?: number; msg?: string; state?: string } | null;
}

/** Presses play in one of our players, with the mouse as a visitor, and waits for its time to move. */
export async function tryPlayer(
  page: Page,
  { world, frame, index }: { world: PageWorld; frame: Frame; index: number },
): Promise<PlayFacts> {
  for (const value of ['timeupdate', 'error', 'statechange']) {
    const message = { ...CONTEXT, method: 'addEventListener', value, listener: LISTENER };
    await world.call('send', index, JSON.stringify(message));
  }
  const button = frame.locator('.es-play').first();
  const isThere = await button.isVisible({ timeout: 2_000 }).catch(() => false);
  if (!isThere) return { result: 'no_button', error: null };
  // Playwright would wait until nothing covers the button; `look` has seen that already.
  const box = await button.boundingBox({ timeout: 2_000 }).catch(() => null);
  if (!box) return { result: 'no_button', error: null };
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);

  const giveUpAt = performance.now() + SOUND_WITHIN_MS;
  let error: string | null = null;
  while (performance.now() < giveUpAt) {
    for (const { event, value } of await hear(world, index)) {
      if (event === 'timeupdate' && (value?.seconds ?? 0) > 0.2) {
        await world.call('send', index, JSON.stringify({ ...CONTEXT, method: 'pause' }));
        return { result: 'sounds', error: null };
      }
      if (event === 'error') error = value?.msg ?? '';
      if (event === 'statechange' && value?.state === 'unsupported') error = 'PLAYBACK_UNSUPPORTED';
    }
    if (error === 'PLAYBACK_UNSUPPORTED') return { result: 'unsupported', error };
    if (error !== null) return { result: 'failed', error };
    await sleep(150);
  }
  return { result: 'silent', error: null };
}

async function hear(world: PageWorld, index: number): Promise<Message[]> {
  const said = await world.call('messages', index);
  return said.flatMap((text): Message[] => {
    try {
      return [JSON.parse(text) as Message];
    } catch {
      return []; // another script's message
    }
  });
}
