import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { expect, it } from 'vitest';

const TOKENS = readFileSync('src/react/tokens.css', 'utf8');

it.each([
  ['screen', 'dark'],
  ['print', 'light dark'], // browsers print it as light
] as const)('gives a dark player these colours on the medium %s: %s', async (mediaType, scheme) => {
  const window = new Window({ settings: { device: { mediaType } } });
  const { document } = window;
  document.documentElement.dataset.theme = 'dark';
  document.head.innerHTML = `<style>${TOKENS}</style>`;
  expect(window.getComputedStyle(document.documentElement).colorScheme).toBe(scheme);
  await window.happyDOM.close();
});
