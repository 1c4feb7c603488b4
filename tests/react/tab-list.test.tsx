// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { TabList } from '../../src/react/tab-list.tsx';

const TABS = ['one', 'two', 'three'].map((value) => ({ value, label: value }));

function Tabs() {
  const [selected, setSelected] = useState('one');
  return <TabList label="Tabs" tabs={TABS} selected={selected} onSelect={setSelected} />;
}

function press(direction: 'ltr' | 'rtl', ...keys: string[]): string | null | undefined {
  render(
    <div style={{ direction }}>
      <Tabs />
    </div>,
  );
  screen.getByRole('tab', { name: 'one' }).focus();
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  expect(screen.getByRole('tab', { selected: true })).toBe(document.activeElement);
  return document.activeElement?.textContent;
}

afterEach(cleanup);

describe('TabList', () => {
  it.each([
    ['ltr', 'ArrowRight', 'two'],
    ['ltr', 'ArrowLeft', 'three'],
    ['rtl', 'ArrowRight', 'three'],
    ['rtl', 'ArrowLeft', 'two'],
    ['rtl', 'Home', 'one'],
    ['rtl', 'End', 'three'],
  ] as const)('moves as the tabs are placed: %s, %s', (direction, key, tab) => {
    expect(press(direction, key)).toBe(tab);
  });
});
