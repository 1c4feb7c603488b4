// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import { FileButton } from '../../src/studio/file-button.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

const button = (onFile: (file: File) => void) => (
  <FileButton kind="primary" onFile={onFile}>
    Choose
  </FileButton>
);

it('takes a file that was chosen before the script arrived', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(button(() => {}));
  const file = new File(['x'], 'ebb.mp3');
  const input = container.querySelector('input');
  Object.defineProperty(input, 'files', { value: [file] });
  const onFile = vi.fn();
  await act(async () => {
    hydrateRoot(container, button(onFile));
  });
  expect(onFile.mock.calls).toEqual([[file]]);
});
