// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { holdPresses } from '../../src/shell/early-press.ts';

const button = (markup: string) => {
  document.body.innerHTML = markup;
  return document.querySelector('button') as HTMLButtonElement;
};

describe('holdPresses', () => {
  beforeEach(() => {
    window.releasePress?.();
    holdPresses();
  });

  it.each([
    '<button type="button"><i></i></button>',
    '<button data-episode_id="1"><i></i></button>',
    '<form class="site-scripted"><button type="submit"><i></i></button></form>',
  ])(
    'keeps a press until the script of the page can answer it, and answers it once: %s',
    (html) => {
      const pressed = vi.fn();
      const more = button(html);
      more.addEventListener('click', pressed);
      more.querySelector('i')?.click();
      expect(pressed).not.toHaveBeenCalled();
      window.releasePress?.();
      window.releasePress?.();
      expect(pressed).toHaveBeenCalledOnce();
    },
  );

  it('keeps a choice in a list', () => {
    const chosen = vi.fn();
    document.body.innerHTML = '<select><option>a<option>b</select>';
    document.addEventListener('change', chosen, { once: true });
    document.querySelector('select')?.dispatchEvent(new Event('change', { bubbles: true }));
    expect(chosen).not.toHaveBeenCalled();
    window.releasePress?.();
    expect(chosen).toHaveBeenCalledOnce();
  });

  it.each([
    ['a form can be sent', '<form><button>Send</button></form>'],
    ['a popover opens', '<button type="button" popovertarget="p">Open</button>'],
  ])('leaves alone what works without a script: %s', (_, markup) => {
    const pressed = vi.fn((event: Event) => event.preventDefault());
    const plain = button(markup);
    plain.addEventListener('click', pressed);
    plain.click();
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('shows that the page is loading, only until the press is answered', () => {
    button('<button type="button">More</button>').click();
    expect(document.documentElement.dataset.loading).toBe('');
    window.releasePress?.();
    expect(document.documentElement.dataset.loading).toBeUndefined();
  });
});
