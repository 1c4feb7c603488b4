// @vitest-environment happy-dom
import { act } from '@testing-library/preact';
import { h } from 'preact';
import { describe, expect, it } from 'vitest';
import { hydrateRoot, useSyncExternalStore } from '../../player-page/react.ts';
import { createStore } from '../../src/lib/store.ts';

function setUp(value: string) {
  const store = createStore(value);
  const seen: string[] = [];
  const Face = () => {
    const shown = useSyncExternalStore(store.subscribe, store.getSnapshot, () => 'painted');
    seen.push(shown);
    return h('p', null, shown);
  };
  const root = document.createElement('div');
  root.innerHTML = '<p>painted</p>';
  const paragraph = root.firstChild;
  return { store, seen, root, paragraph, hydrate: () => hydrateRoot(root, h(Face, null)) };
}

describe('the React of the player page', () => {
  it('hydrates with the state of the server, then shows the current state', async () => {
    const { seen, root, paragraph, hydrate } = setUp('moved on');
    await act(() => hydrate());
    expect(seen).toEqual(['painted', 'moved on']);
    expect(root.firstChild).toBe(paragraph);
    expect(root.textContent).toBe('moved on');
  });

  it('follows the store, and renders only after changes', async () => {
    const { store, seen, root, hydrate } = setUp('painted');
    await act(() => hydrate());
    await act(() => store.set('next'));
    await act(() => store.set('next'));
    expect([root.textContent, seen]).toEqual(['next', ['painted', 'next']]);
  });
});
