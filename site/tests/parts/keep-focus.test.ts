// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from '../../src/parts/keep-focus.ts';

beforeEach(() => {
  document.body.innerHTML = `<main><h1>Settings</h1><section><h2>Passkeys</h2><ul>
    <li><button id="a">Remove</button></li><li><button id="b">Remove</button></li></ul>
    <form><button id="add">Add</button></form></section></main>`;
});

const find = (id: string) => document.getElementById(id) as HTMLElement;

/** Removes an element after an answer of the server has arrived. */
const removeLate = async (element: Element | null | undefined) => {
  await Promise.resolve();
  element?.remove();
};
const focused = () => document.activeElement?.id || document.activeElement?.textContent;

it('moves the focus from a removed row to its neighbour', async () => {
  find('a').focus();
  await keepFocus(find('a'), 'button', () => removeLate(find('a').closest('li')));
  await vi.waitFor(() => expect(focused()).toBe('b'));
});

it('moves the focus from the last row, or a form, to the heading of their section', async () => {
  find('a').closest('li')?.remove();
  for (const id of ['b', 'add']) {
    find(id).focus();
    await keepFocus(find(id), 'button', () => removeLate(find(id).closest('li,form')));
    await vi.waitFor(() => expect(focused()).toBe('Passkeys'));
  }
});

it('leaves a focus where it is if its element stays', async () => {
  find('add').focus();
  await keepFocus(find('add'), 'button', () => removeLate(find('a')));
  await new Promise(requestAnimationFrame);
  expect(focused()).toBe('add');
});
