import { expect, type Frame, type Page } from '@playwright/test';
import type { PlayerSnapshot, PlayTarget } from 'earshot';
import type { Target } from './fault-server.ts';
import type { Heard } from './page/hearing.ts';

const PATIENCE_MS = 20_000;

/** One player on one page: its reports, and its sound. */
export class EnginePage {
  constructor(readonly page: Page | Frame) {}

  async open(origin: string, query = ''): Promise<this> {
    await this.page.goto(`${origin}/${query}`);
    await this.page.waitForFunction(() => window.harness);
    return this;
  }

  load(
    target: Target & Partial<PlayTarget>,
    options: { autoplay?: boolean; currentTime?: number } = {},
  ) {
    return this.page.evaluate(([target, options]) => window.player.load(target, options), [
      target,
      options,
    ] as const);
  }

  async playFrom(target: Target & Partial<PlayTarget>, currentTime = 0): Promise<void> {
    await this.load(target, { autoplay: true, currentTime });
    await this.expectState('playing');
  }

  /** Does not wait for the sound, which may never start. */
  play() {
    return this.page.evaluate(() => void window.player.play());
  }

  pause() {
    return this.page.evaluate(() => window.player.pause());
  }

  seek(seconds: number) {
    return this.page.evaluate((seconds) => window.player.seek(seconds), seconds);
  }

  snapshot(): Promise<PlayerSnapshot> {
    return this.page.evaluate(() => window.player.getSnapshot());
  }

  async currentTime(): Promise<number> {
    return (await this.snapshot()).currentTime;
  }

  /** Names of the events so far, in order. */
  said(): Promise<string[]> {
    return this.page.evaluate(() => window.harness.said.map(({ name }) => name));
  }

  /** The sound of the one element that plays. */
  hear(): Promise<Heard> {
    return this.page.evaluate(() => {
      const [sound] = window.harness.sounding();
      return sound ? window.harness.hear(sound) : { file: null, second: 0, told: 0 };
    });
  }

  countSounding(): Promise<number> {
    return this.page.evaluate(() => window.harness.sounding().length);
  }

  async expectState(state: PlayerSnapshot['state'], timeout = PATIENCE_MS): Promise<void> {
    await expect.poll(async () => (await this.snapshot()).state, { timeout }).toBe(state);
  }

  async expectPast(seconds: number, timeout = PATIENCE_MS): Promise<void> {
    await expect.poll(() => this.currentTime(), { timeout }).toBeGreaterThan(seconds);
  }
}
