// `npm run screenshots` photographs every surface in both themes, into the ignored folder `screenshots`. `npm run
// screenshots -- embed` takes one surface; `-- embed/arabic` takes the scenes whose name starts with this text.
// Sheets of many pictures are in `screenshots/sheets`. If axe-core finds violations, they are printed and the status
// is 1.

import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ALL, buildIfNeeded } from '../../scripts/build.mjs';
import { findShell } from '../../scripts/find-browser.mjs';
import { launchChromium } from '../bench/bench-browsers.mjs';
import { say } from '../bench/report.mjs';
import { startPhotographed } from './product.mjs';
import { noticesOf, scenesOf, THEMES } from './scenes.mjs';
import { writeSheets } from './sheets.mjs';

const FOLDER = 'screenshots';
const NOTICE = 'We move to a new machine on Friday at noon. Nothing is lost.';
const PAGES_AT_ONCE = 3;
const TALLEST = 2600; // px; the end of a longer page repeats its middle
const { AxeBuilder } = createRequire(import.meta.url)('@axe-core/playwright');

const wanted = process.argv.slice(2);
const isWanted = ({ surface, name }) =>
  wanted.length === 0 || wanted.some((start) => `${surface}/${name}`.startsWith(start));

await buildIfNeeded(ALL);
const product = await startPhotographed();
const browser = await launchChromium([], findShell());
try {
  rmSync(FOLDER, { recursive: true, force: true });
  const pictures = await photographAll(scenesOf(product).filter(isWanted));
  const notices = noticesOf(product).filter(isWanted);
  if (notices.length > 0) {
    await product.members.writeNotice(NOTICE);
    pictures.push(...(await photographAll(notices)));
  }
  await writeSheets(pictures, join(FOLDER, 'sheets'));
  report(pictures);
} finally {
  await browser.close();
  await product.stop();
}

async function photographAll(scenes) {
  const jobs = scenes.flatMap((scene) => THEMES.map((theme) => ({ ...scene, theme })));
  const pictures = [];
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) pictures.push(await photograph(job));
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
  return pictures.sort((a, b) => a.name.localeCompare(b.name));
}

async function photograph({
  surface,
  name,
  theme,
  url,
  cookie,
  locale,
  width,
  height,
  isWhole,
  act,
}) {
  const viewport = { width, height };
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    hasTouch: width < 768,
    serviceWorkers: 'block', // its request would arrive while the page settles
    ...(locale ? { locale } : {}),
  });
  const file = join(FOLDER, surface, theme, `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  try {
    if (cookie) {
      const [key, value] = cookie.split('=');
      await context.addCookies([{ name: key, value, url }]);
    }
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await act?.(page);
    await settle(page);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const tall = isWhole ? Math.min(Math.max(whole, height), TALLEST) : height;
    await page.setViewportSize({ width, height: tall });
    await settle(page);
    await page.screenshot({ path: file });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth);
    const problems = await readViolations(page);
    if (sideways > width) problems.push(`the page is ${sideways} px wide`);
    return { surface, theme, name, file, width, height: tall, problems };
  } catch (error) {
    const problems = [`no picture: ${error.message.split('\n')[0]}`];
    return { surface, theme, name, file: null, width, height, problems };
  } finally {
    await context.close();
  }
}

/** Waits for fonts, pictures in view and animations. */
async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inView = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(inView.map((image) => image.decode().catch(() => {})));
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(finite.map(({ finished }) => finished.catch(() => {})));
  });
}

async function readViolations(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

function report(pictures) {
  const bad = pictures.filter(({ problems }) => problems.length > 0);
  for (const { surface, theme, name, problems } of bad) {
    say(`${surface}/${name} (${theme})\n  ${problems.join('\n  ')}`);
  }
  say(`${pictures.length} pictures in ${FOLDER}, ${bad.length} with problems.`);
  if (bad.length > 0) process.exitCode = 1;
}
