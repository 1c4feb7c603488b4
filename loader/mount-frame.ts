import { DEFAULT_HEIGHT, DEFAULT_WIDTH, type EmbedOptions } from '../src/embed/options.ts';

const MIN_HEIGHT_PX = 80;

/** Puts the player's frame where the placement is, at its exact size, so that nothing moves later. */
export function mountFrame(
  placement: HTMLElement,
  src: string,
  { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT }: EmbedOptions,
): HTMLIFrameElement {
  const isFrame = placement instanceof HTMLIFrameElement;
  const frame = isFrame ? placement : document.createElement('iframe');
  const tall = height.endsWith('px')
    ? `${Math.max(Number.parseInt(height, 10), MIN_HEIGHT_PX)}px`
    : height;
  frame.title ||= placement.textContent?.trim() || 'Earshot';
  frame.allow = 'autoplay; clipboard-write';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.loading = 'lazy';
  frame.setAttribute('width', width.replace('px', ''));
  frame.setAttribute('height', tall.replace('px', ''));
  frame.setAttribute('frameborder', '0');
  // Themes size every frame; by the style object, which a strict style-src allows.
  const important = {
    width,
    height: tall,
    'max-width': '100%',
    'min-height': '0',
    border: '0',
    display: 'block',
  };
  for (const [name, value] of Object.entries(important)) {
    frame.style.setProperty(name, value, 'important');
  }
  frame.src = src;
  if (!isFrame) placement.replaceWith(frame);
  return frame;
}
