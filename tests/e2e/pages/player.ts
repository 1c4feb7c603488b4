import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** Page object of a player, in a frame or on the site. */
export class PlayerObject {
  readonly audio: Locator;

  constructor(private readonly scope: FrameLocator | Frame | Page) {
    this.audio = scope.locator('audio').last();
  }

  play(title = /^Play/) {
    return this.scope.getByRole('button', { name: title }).first();
  }

  pause() {
    return this.scope.getByRole('button', { name: /^Pause/ }).first();
  }

  seek() {
    return this.scope.getByRole('slider', { name: 'Seek' });
  }

  /** The rail moves only after the controls have loaded. */
  async seekTo(seconds: number): Promise<void> {
    await expect(async () => {
      await this.seek().fill(String(seconds));
      expect(await this.currentTime()).toBeGreaterThanOrEqual(seconds);
    }).toPass();
  }

  currentTime(): Promise<number> {
    return this.audio.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  }

  isPaused(): Promise<boolean> {
    return this.audio.evaluate((audio: HTMLAudioElement) => audio.paused);
  }

  async expectPast(seconds: number): Promise<void> {
    await expect.poll(() => this.currentTime(), { timeout: 20_000 }).toBeGreaterThan(seconds);
  }

  /** Clicks the middle of the bar, and expects the sound to continue there. */
  async expectHalf(duration: number): Promise<void> {
    const box = await this.seek().boundingBox();
    if (!box) throw new Error('The seek bar is not shown.');
    await this.seek().click({ position: { x: box.width / 2, y: box.height / 2 } });
    await expect
      .poll(async () => Math.abs((await this.currentTime()) - duration / 2), { timeout: 20_000 })
      .toBeLessThan(1);
  }
}
