import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { endAccount } from '../e2e/account.ts';
import { expectAlive } from '../e2e/alive.ts';
import { expect, test } from '../e2e/product.ts';
import { CHECKED_BY, type Problem } from './checks.ts';
import { CRITERIA, PARTS, type Part } from './criteria.ts';
import { FAULTS } from './faults.ts';
import { type Place, PUBLIC_PLACES, studioPlaces } from './places.ts';
import { rowsOf, writeOpenAcr } from './report.ts';

/** Some checks and faults add styles to the page. */
test.use({ bypassCSP: true });

/** The reports of this run, with what it found. */
const REPORTS = 'test-results/accessibility';

async function visit(page: Page, site: string, { path, size, theme, open }: Place): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(site + path);
  await page.waitForLoadState('networkidle');
  await open?.(page);
}

/** The form is last, because it changes the page. */
async function check(page: Page, { part, size }: Pick<Place, 'part' | 'size'>): Promise<Problem[]> {
  const found = [
    ...(await CHECKED_BY.motion(page)),
    ...(await CHECKED_BY.axe(page)),
    ...(await CHECKED_BY.spacing(page)),
    ...(await CHECKED_BY['Tab key'](page)),
  ];
  // A frame has the height that its page gives it. The embed fits 280 px.
  const narrowest = part === 'embed' ? 280 : 320;
  return [...found, ...(await CHECKED_BY.reflow(page, Math.min(narrowest, size.width)))];
}

/** Whether a wrong field has words depends on the form, so one of each part is sent empty. */
const FORMS: Partial<Record<Part, string>> = { site: '/signup', studio: '/dashboard/shows/new' };

for (const part of PARTS) {
  test(`${part}: no check finds a problem`, async ({ page, product }) => {
    test.slow();
    const studio = part === 'studio' ? await studioPlaces(page, product) : null;
    const places = studio?.places ?? PUBLIC_PLACES.filter((place) => place.part === part);
    const problems: Problem[] = [];
    for (const place of places) {
      await visit(page, product.site, place);
      const at = `${place.path} at ${place.size.width} x ${place.size.height}, ${place.theme}`;
      const found = await check(page, place);
      problems.push(...found.map(({ criterion, what }) => ({ criterion, what: `${at}: ${what}` })));
      const form = page.locator('main input:not([type=hidden])').first();
      if (place.path === FORMS[part]) {
        await expectAlive(form);
        problems.push(...(await CHECKED_BY['wrong form'](page)));
      }
    }
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(
      `${REPORTS}/${part}.yaml`,
      writeOpenAcr(part, rowsOf(part, problems), 'this build'),
    );
    if (studio) await endAccount(page, product, studio.account);
    expect(problems).toEqual([]);
  });
}

for (const { criterion, what, make } of FAULTS) {
  test(`${criterion}: the fault "${what}" turns its row red`, async ({ page, product }) => {
    const size = { width: 640, height: 700 };
    await visit(page, product.site, { part: 'site', path: '/login', size, theme: 'light' });
    await expectAlive(page.locator('main input:not([type=hidden])').first());
    await make(page);
    const names = CRITERIA.find(({ num }) => num === criterion)?.checks ?? [];
    const problems: Problem[] = [];
    for (const name of names) problems.push(...(await CHECKED_BY[name](page)));
    const row = rowsOf('site', problems).find(({ num }) => num === criterion);
    expect(row?.level).toBe('does-not-support');
  });
}

test('each criterion that a check decides has a seeded fault', () => {
  const seeded = new Set(FAULTS.map(({ criterion }) => criterion));
  const decided = CRITERIA.filter(({ checks }) => checks);
  expect(decided.filter(({ num }) => !seeded.has(num)).map(({ num }) => num)).toEqual([]);
});
