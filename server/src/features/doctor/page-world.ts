import type { Page } from 'playwright-core';
import { type InPageOptions, PageInspector } from './in-page.ts';

const WORLD = 'earshot-doctor';

/** The methods of `PageInspector`, called from here. */
export interface PageWorld {
  call<Name extends keyof PageInspector>(
    name: Name,
    ...values: Parameters<PageInspector[Name]>
  ): Promise<Awaited<ReturnType<PageInspector[Name]>>>;
}

/** Puts a `PageInspector` into a world of its own of every document that the page opens. */
export async function openPageWorld(page: Page, options: InPageOptions): Promise<PageWorld> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  let contextId: number | null = null;
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const isMain = context.auxData?.frameId === frameTree.frame.id;
    if (isMain && context.name === WORLD) contextId = context.id;
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (executionContextId === contextId) contextId = null;
  });
  await session.send('Runtime.enable');
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: WORLD,
    source: `globalThis.doctor = new (${PageInspector})(${JSON.stringify(options)})`,
  });
  return {
    async call(name, ...values) {
      if (contextId === null) throw new Error('The page has gone.');
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression: `doctor.${name}(${values.map((value) => JSON.stringify(value)).join()})`,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
  };
}
