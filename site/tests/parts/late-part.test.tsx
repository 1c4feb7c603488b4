// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latePart } from '../../src/parts/late-part.tsx';

const Greeting = ({ name }: { name: string }) => <a href="/hello">Hello {name}</a>;

/** The page of a server that has prepared the part. */
async function renderedPage(): Promise<HTMLElement> {
  const { Part, prepare } = latePart(async () => Greeting);
  await prepare();
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Part name="Ada" />);
  return page;
}

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

describe('latePart', () => {
  it('is rendered whole by a server', async () => {
    expect((await renderedPage()).textContent).toBe('Hello Ada');
  });

  it('stays as the server has rendered it until its code is there, and then comes to life', async () => {
    const page = await renderedPage();
    const link = page.querySelector('a');
    let arrive = (_: typeof Greeting) => {};
    const { Part } = latePart<{ name: string }>(() => new Promise((resolve) => (arrive = resolve)));
    await act(async () => {
      hydrateRoot(page, <Part name="Ada" />);
    });
    expect(page.querySelector('a')).toBe(link);
    await act(async () => arrive(Greeting));
    expect(page.querySelector('a')).toBe(link);
    expect(Object.keys(link ?? {}).some((key) => key.startsWith('__reactProps'))).toBe(true);
  });

  it('stays for ever if its code does not arrive', async () => {
    const page = await renderedPage();
    const failed = vi.fn();
    const { Part } = latePart<{ name: string }>(() => Promise.reject(new TypeError('offline')));
    await act(async () => {
      hydrateRoot(page, <Part name="Ada" />, {
        onUncaughtError: failed,
        onRecoverableError: failed,
      });
    });
    expect(page.textContent).toBe('Hello Ada');
    expect(failed).not.toHaveBeenCalled();
  });
});
