// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { EARLY_CLICK_SCRIPT } from '../../player-page/early-click.ts';

describe('EARLY_CLICK_SCRIPT', () => {
  it('remembers a click on Play, wherever within it, and shows that it is coming', () => {
    document.body.innerHTML = '<button class="es-play" data-face="play"><i></i></button><p></p>';
    new Function(EARLY_CLICK_SCRIPT)();
    document.querySelector('p')?.click();
    expect(window.earlyClick).toBeUndefined();
    document.querySelector('i')?.click();
    expect(window.earlyClick).toBe(1);
    expect(document.querySelector('button')?.dataset.face).toBe('loading');
  });
});
