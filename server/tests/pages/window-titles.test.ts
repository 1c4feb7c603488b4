import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../helpers/add-episode.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openSite();
});
afterAll(() => test?.close());

describe('window titles', () => {
  // https://www.w3.org/WAI/WCAG22/Understanding/page-titled: tabs and the history show nothing else of a page.
  it('tell the pages of a member, an author and an administrator apart', async () => {
    const as = await test.signIn({ admin: true });
    const admin = new Visitor(test, { as });
    const show_id = await addShow(test.database, as.userId);
    const episode_id = await addEpisode(test.database, show_id);
    const titles = new Map<string, string>();
    for (const [name, route] of Object.entries(ALL_PAGE_ROUTES)) {
      const path = route
        .replace('{show_id}', String(show_id))
        .replace('{episode_id}', String(episode_id));
      if (path.includes('{') || name === 'landing') continue;
      const { address, status, element } = await admin.open(path);
      if (status === 200 && address === path) titles.set(path, element.ownerDocument.title);
    }
    expect(titles.size).toBeGreaterThan(40);
    const pages = [...titles];
    expect(pages.filter(([, title]) => !title.endsWith(' · Earshot'))).toEqual([]);
    const twins = pages.filter(([path, title]) =>
      pages.some(([other, same]) => other !== path && same === title),
    );
    expect(twins).toEqual([]);
  });
});
