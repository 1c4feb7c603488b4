import type { SiteRenderer } from 'earshot-site/contract';
import { openTestApp, type TestApp } from './test-app.ts';

/** A path in a variable, so that the types of the server's tests do not include the components of the site. */
const RENDERER = new URL('../../../site/src/server.tsx', import.meta.url).href;

/** The whole server with the sample shows and the real pages of the site. */
export async function openSite(env: Record<string, string> = {}): Promise<TestApp> {
  const { renderer } = (await import(RENDERER)) as { renderer: SiteRenderer };
  return openTestApp(env, renderer);
}
