// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { Popup, type PopupProps } from '../../src/react/popup.tsx';
import { fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

function show(props: Partial<PopupProps> = {}) {
  const onClose = vi.fn();
  const all = { label: 'A box', onClose, ...props };
  renderWithPlayer(
    <Popup {...all}>
      <p>inside</p>
    </Popup>,
    fakePlayer(),
  );
  return onClose;
}

const box = () => screen.getByRole<HTMLDialogElement>('dialog', { name: 'A box' });

function click(target: Element, pressed = target): void {
  fireEvent.mouseDown(pressed);
  fireEvent.click(target);
}

describe('Popup', () => {
  it('is 500 px wide by default, and accepts another width', () => {
    show();
    expect(box().style.getPropertyValue('--es-width')).toBe('500px');
  });

  it('is written in the direction of the document, wherever it stands', () => {
    document.documentElement.dir = 'rtl';
    show();
    document.documentElement.dir = '';
    expect(box().dir).toBe('rtl');
  });

  it('closes with its close button', () => {
    const onClose = show({ width: 680 });
    expect(box().style.getPropertyValue('--es-width')).toBe('680px');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes on a click outside', () => {
    const onClose = show();
    click(screen.getByText('inside'));
    expect(onClose).not.toHaveBeenCalled();
    click(box());
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays open if a text selection ends outside', () => {
    const onClose = show();
    click(box(), screen.getByText('inside'));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('cannot be closed if it is not closable', () => {
    const onClose = show({ isClosable: false });
    click(box());
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(fireEvent(box(), new Event('cancel', { cancelable: true }))).toBe(false);
  });
});
