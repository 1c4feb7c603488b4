// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Menu } from '../../src/react/menu.tsx';
import { Popover } from '../../src/react/popover.tsx';

const SPEEDS = [
  { value: 1, label: '1×' },
  { value: 1.5, label: '1.5×' },
  { value: 2, label: '2×' },
];

function Speed({ onSelect }: { onSelect: (value: number) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button ref={button} type="button" onClick={() => setOpen(!isOpen)}>
        Speed
      </button>
      <p>elsewhere</p>
      {isOpen && (
        <Popover label="Speed" anchor={button} onClose={() => setOpen(false)}>
          <Menu label="Speed" items={SPEEDS} selected={1.5} onSelect={onSelect} />
        </Popover>
      )}
    </>
  );
}

function open() {
  const onSelect = vi.fn();
  render(<Speed onSelect={onSelect} />);
  const opener = screen.getByRole('button', { name: 'Speed' });
  fireEvent.click(opener);
  return { onSelect, opener };
}

afterEach(cleanup);

const item = (name: string) => screen.getByRole('menuitemradio', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key });

describe('Menu', () => {
  it('opens with the focus on the chosen item', () => {
    open();
    expect(item('1.5×').getAttribute('aria-checked')).toBe('true');
    expect(document.activeElement).toBe(item('1.5×'));
  });

  it.each([
    ['ArrowDown', '2×'],
    ['ArrowUp', '1×'],
    ['Home', '1×'],
    ['End', '2×'],
  ])('moves the focus with %s', (key, name) => {
    open();
    press(key);
    expect(document.activeElement).toBe(item(name));
  });

  it('goes from the last item to the first', () => {
    open();
    press('End');
    press('ArrowDown');
    expect(document.activeElement).toBe(item('1×'));
  });

  it('is one stop of the Tab key: the item that had the focus last', () => {
    open();
    const stops = () =>
      SPEEDS.map(({ label }) => item(label).tabIndex === 0 && label).filter(Boolean);
    expect(stops()).toEqual(['1.5×']);
    press('ArrowDown');
    expect(stops()).toEqual(['2×']);
  });

  it('has a stop of the Tab key also if its first item is disabled', () => {
    const items = [
      { value: 'a', label: 'Up', isDisabled: true },
      { value: 'b', label: 'Down' },
    ];
    render(<Menu label="Move" items={items} onSelect={() => {}} />);
    expect(screen.getAllByRole('menuitem').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  });

  it('moves the focus inside a shadow root', () => {
    const host = document.body.appendChild(document.createElement('div'));
    const shadow = host.attachShadow({ mode: 'open' });
    const container = shadow.appendChild(document.createElement('div'));
    render(<Menu label="Speed" items={SPEEDS} onSelect={() => {}} />, { container });
    const buttons = [...shadow.querySelectorAll('button')];
    buttons[1]?.focus();
    fireEvent.keyDown(buttons[1] ?? host, { key: 'ArrowDown' });
    expect(shadow.activeElement).toBe(buttons[2]);
    host.remove();
  });

  it('gives the chosen value', () => {
    const { onSelect } = open();
    fireEvent.click(item('2×'));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(2);
  });

  it('has no marked item if its items are commands', () => {
    render(<Menu label="More" items={[{ value: 'a', label: 'Play next' }]} onSelect={() => {}} />);
    expect(screen.getByRole('menuitem', { name: 'Play next' }).hasAttribute('aria-checked')).toBe(
      false,
    );
  });
});

describe('Popover', () => {
  it('closes with Escape, and the focus returns', () => {
    const { opener } = open();
    press('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('closes with a press outside, and stays open with one inside', () => {
    open();
    fireEvent.pointerDown(item('1×'));
    expect(screen.queryByRole('menu')).not.toBeNull();
    fireEvent.pointerDown(screen.getByText('elsewhere'));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('closes with the button that opened it', () => {
    const { opener } = open();
    fireEvent.pointerDown(opener);
    fireEvent.click(opener);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
