// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it } from 'vitest';
import { AskFirst } from '../../src/parts/ask-first.tsx';
import { pageWith } from '../helpers/page-with.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

/** The browser tells the question that it has opened or closed. */
const toggle = (newState: 'open' | 'closed') =>
  Object.assign(new Event('toggle'), { newState, oldState: '' });

it('moves the focus to the question, so that screen readers read it out', async () => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const form = (buttons: ReactNode) => <form>{buttons}</form>;
  const part = <AskFirst label="Remove" question="Sure?" form={form} />;
  await act(async () => createRoot(container).render(pageWith(part)));
  const question = container.querySelector('[role=dialog]');
  await act(async () => question?.dispatchEvent(toggle('closed')));
  expect(document.activeElement).toBe(document.body);
  await act(async () => question?.dispatchEvent(toggle('open')));
  expect(document.activeElement?.textContent).toBe('Sure?');
});
