// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { TranscriptSearch } from '../../src/react/transcript-search.tsx';

it('leaves the keys to an input method while it composes a word', () => {
  const onClose = vi.fn();
  const t = (key: string, params?: { number?: number }) => `${key} ${params?.number ?? ''}`;
  const cues = [{ text: '灯台の光' }, { text: '灯台の音' }];
  const box = { current: document.createElement('div') };
  render(<TranscriptSearch {...{ t: t as never, cues, box, onClose }} onShow={() => {}} />);
  const field = screen.getByRole('searchbox');
  fireEvent.input(field, { target: { value: '灯台' } });
  const found = () => screen.getByRole('status').textContent;
  expect(found()).toBe('found 1');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(found()).toBe('found 1');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(found()).toBe('found 2');
});
