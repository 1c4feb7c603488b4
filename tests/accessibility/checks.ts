import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** A problem, and the success criterion of WCAG 2.2 that it concerns, for example `2.4.7`. */
export interface Problem {
  criterion: string;
  what: string;
}

/** Rules that axe-core runs only if they are asked for. */
const MORE_RULES = ['target-size', 'label-content-name-mismatch', 'css-orientation-lock'];

/** Rules after which axe-core asks a person to look again, although a look shows nothing more. */
const SURE_RULES = ['bypass', 'form-field-multiple-labels', 'no-autoplay-audio'];

/** The problems that axe-core finds. The tag `wcag1411` of a rule names the criterion 1.4.11. */
export async function findByAxe(page: Page): Promise<Problem[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([more, sure]) => {
      const { axe: own } = window as unknown as { axe: typeof axe };
      const { violations, incomplete } = await own.run(document, {
        rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
        resultTypes: ['violations', 'incomplete'],
      });
      return [...violations, ...incomplete.filter(({ id }) => sure.includes(id))].map(
        ({ id, tags, nodes }) => ({ id, tags, html: nodes[0]?.html ?? '' }),
      );
    },
    [MORE_RULES, SURE_RULES] as const,
  );
  return violations.flatMap(({ id, tags, html }) =>
    tags
      .map((tag) => /^wcag(\d)(\d)(\d{1,2})$/.exec(tag))
      .filter((match) => match !== null)
      .map(([, ...parts]) => ({
        criterion: parts.join('.'),
        what: `${id}: ${html.slice(0, 160)}`,
      })),
  );
}

/** A stop of the Tab key. */
interface Stop {
  what: string;
  /** Its position in the document. */
  at: number;
  isMarked: boolean;
  isCovered: boolean;
}

const MOST_STOPS = 400;

/** Walks through the page with the Tab key. */
export async function findByTabKey(page: Page): Promise<Problem[]> {
  const address = page.url();
  await page.evaluate(prepareWalk);
  const stops: Stop[] = [];
  let isTrapped = true;
  for (let count = 0; count < MOST_STOPS; count++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus, MOST_STAYS);
    if (stop === 'stuck') break;
    if (stop === 'inside') continue;
    if (stop === 'left' || stop === 'again') {
      isTrapped = false;
      break;
    }
    stops.push(stop);
  }
  const [unreached, jumps] = [await page.evaluate(listUnreached), await page.evaluate(listJumps)];
  const say = (criterion: string, all: readonly { what: string }[]): Problem[] =>
    all.slice(0, 3).map(({ what }) => ({ criterion, what }));
  return [
    ...say('2.1.1', unreached),
    ...(isTrapped ? [{ criterion: '2.1.2', what: `Tab stays at ${stops.at(-1)?.what}` }] : []),
    ...say('2.4.3', jumps),
    ...say(
      '2.4.3',
      stops.filter(({ at }, n) => at < (stops[n - 1]?.at ?? 0)),
    ),
    ...say(
      '2.4.7',
      stops.filter(({ isMarked }) => !isMarked),
    ),
    ...say(
      '2.4.11',
      stops.filter(({ isCovered }) => isCovered),
    ),
    ...(page.url() === address ? [] : [{ criterion: '3.2.1', what: `went to ${page.url()}` }]),
  ];
}

interface Walk {
  reached: Set<Element>;
  last: Element | null;
  /** How often Tab has stayed there. */
  times: number;
  /** The look of an element and of those around it, in which a mark of the focus can be. */
  lookOf(element: Element): string;
  name(element: Element): string;
}

type WithWalk = typeof window & { walk: Walk };

function prepareWalk(): void {
  const lookOf = (element: Element) => {
    const around = [element, element.parentElement, element.nextElementSibling];
    const whole = [...around, element.closest('label, li, form'), ...element.children];
    const looks = whole.map((one) => {
      if (!one) return '';
      const {
        outline,
        boxShadow,
        borderColor,
        backgroundColor,
        color,
        textDecorationLine,
        opacity,
      } = getComputedStyle(one);
      const before = getComputedStyle(one, '::before');
      const after = getComputedStyle(one, '::after');
      const parts = [before.outline, before.boxShadow, after.outline, after.boxShadow];
      return [
        ...[outline, boxShadow, borderColor, backgroundColor, color, textDecorationLine, opacity],
        ...parts,
      ].join();
    });
    return looks.join('|');
  };
  const name = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return `${element.localName}.${element.className} "${label.slice(0, 60)}"`;
  };
  (window as WithWalk).walk = { reached: new Set(), last: null, times: 0, lookOf, name };
  // The walk begins at the top, also if something has been pressed.
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}

/** Fields for a date have several parts, and a frame has stops of its own. */
const MOST_STAYS = 40;

/** `left`: the focus has left the page; `again`: the page is walked through; `stuck`: Tab does not move the focus. */
async function lookAtFocus(
  mostStays: number,
): Promise<Stop | 'left' | 'again' | 'inside' | 'stuck'> {
  const { walk } = window as WithWalk;
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return 'left';
  if (element === walk.last) {
    walk.times += 1;
    return walk.times < mostStays ? 'inside' : 'stuck';
  }
  if (walk.reached.has(element)) return 'again';
  walk.reached.add(element);
  walk.last = element;
  walk.times = 0;
  const painted = () => new Promise((done) => requestAnimationFrame(done));
  await painted(); // the page has scrolled
  await painted();
  const { left, top, width, height } = element.getBoundingClientRect();
  const isWithin = (x: number, y: number) => {
    const found = document.elementFromPoint(x, y);
    return (
      !!found &&
      (element.contains(found) ||
        found.contains(element) ||
        !!found.closest('label')?.contains(element))
    );
  };
  const points = [0.5, 0.1, 0.9].flatMap((x) =>
    [0.5, 0.1, 0.9].map((y) => [left + width * x, top + height * y] as const),
  );
  const focused = walk.lookOf(element);
  const isFrame = element.localName === 'iframe'; // the page in it marks its own stops
  if (!isFrame) element.blur();
  const blurred = walk.lookOf(element);
  if (!isFrame) element.focus({ preventScroll: true });
  return {
    what: walk.name(element),
    at: [...document.querySelectorAll('*')].indexOf(element),
    isMarked: isFrame || focused !== blurred,
    isCovered: !points.some(([x, y]) => isWithin(x, y)),
  };
}

/** Elements with a place of their own in the order of the Tab key. */
function listJumps(): { what: string }[] {
  const { walk } = window as WithWalk;
  const all = [...document.querySelectorAll<HTMLElement>('[tabindex]')];
  return all.filter(({ tabIndex }) => tabIndex > 0).map((one) => ({ what: walk.name(one) }));
}

/** Controls of the pointer that the Tab key has not reached. The arrow keys lead on inside a group of which one part is reached. */
function listUnreached(): { what: string }[] {
  const { walk } = window as WithWalk;
  const PRESSED =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider], [role=tab], [role=option]';
  const GROUP =
    '[role=tablist], [role=listbox], [role=menu], [role=toolbar], [role=radiogroup], fieldset, [role=slider], ol, ul';
  return [...document.querySelectorAll<HTMLElement>(PRESSED)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => !one.matches(':disabled, [aria-hidden=true], [aria-hidden=true] *, [inert] *'))
    .filter((one) => !walk.reached.has(one))
    .filter((one) => {
      const isComposite = one.matches('[type=radio], [tabindex="-1"]');
      const group = isComposite ? one.closest(GROUP) : null;
      return !group || ![...walk.reached].some((reached) => group.contains(reached));
    })
    .map((one) => ({ what: walk.name(one) }));
}

/** In a window 320 px wide, and in one with text twice as large, nothing needs horizontal scrolling. */
export async function findByReflow(page: Page, narrowest = 320): Promise<Problem[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  const problems: Problem[] = [];
  for (const [criterion, width] of [
    ['1.4.10', narrowest],
    ['1.4.4', Math.max(narrowest, Math.round(size.width / 2))],
  ] as const) {
    await page.setViewportSize({ ...size, width });
    const what = await page.evaluate(() => {
      if (document.documentElement.scrollWidth <= innerWidth) return null;
      const wide = [...document.querySelectorAll('body *')].find(
        (one) => one.getBoundingClientRect().right > innerWidth + 1,
      );
      return `wider than ${innerWidth} px: ${wide?.outerHTML.slice(0, 160)}`;
    });
    if (what) problems.push({ criterion, what });
  }
  await page.setViewportSize(size);
  return problems;
}

/** The spacing of WCAG 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** With more space between lines, letters and words, no text is cut off that was whole before. */
export async function findBySpacing(page: Page): Promise<Problem[]> {
  const before = new Set(await page.evaluate(listCutOff));
  const style = await page.addStyleTag({ content: SPACING });
  const after = await page.evaluate(listCutOff);
  await style.evaluate((element) => (element as HTMLElement).remove());
  return after
    .filter((what) => !before.has(what))
    .slice(0, 3)
    .map((what) => ({ criterion: '1.4.12', what: `cut off: ${what}` }));
}

/** Elements whose own text is cut off. An ellipsis says that there is more, and the whole text is at hand elsewhere. */
function listCutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((one) => one.checkVisibility())
    .filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    )
    .filter((one) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clip, position } =
        getComputedStyle(one);
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
      if (position === 'absolute' && clip !== 'auto') return false; // for screen readers only
      const isCut = (overflow: string, inner: number, outer: number) =>
        /hidden|clip/.test(overflow) && inner > outer + 2;
      return (
        one.clientWidth > 1 &&
        (isCut(overflowX, one.scrollWidth, one.clientWidth) ||
          isCut(overflowY, one.scrollHeight, one.clientHeight))
      );
    })
    .map((one) => one.outerHTML.slice(0, 160));
}

/** Nothing in sight moves for more than five seconds by itself. */
export async function findByMotion(page: Page): Promise<Problem[]> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        const { endTime } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && Number(endTime) > 5_000 && target?.checkVisibility();
      })
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 160) ?? ''),
  );
  return moving.map((what) => ({ criterion: '2.2.2', what }));
}

/** A form that is sent with wrong values names each wrong field, and says in its description how to correct it. */
export async function findByWrongForm(page: Page): Promise<Problem[]> {
  const form = page.locator('main form').filter({ has: page.locator('input:not([type=hidden])') });
  if ((await form.count()) === 0) return [];
  await form.first().locator('[type=submit], button:not([type=button])').first().click();
  const wrong = form.first().locator('[aria-invalid=true]').first();
  await wrong.waitFor({ timeout: 10_000 }).catch(() => {});
  const says = await form.first().evaluate((element) =>
    [...element.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map((field) => {
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
      const texts = ids.map((id) => document.getElementById(id)?.textContent?.trim() ?? '');
      return { field: field.name, text: texts.join(' ').trim() };
    }),
  );
  if (says.length === 0) return [{ criterion: '3.3.1', what: 'no field is named as wrong' }];
  return says
    .filter(({ text }) => text === '')
    .flatMap(({ field }) =>
      ['3.3.1', '3.3.3'].map((criterion) => ({ criterion, what: `no text at the field ${field}` })),
    );
}

/** The criteria that these checks decide. */
export const CHECKED_BY = {
  axe: findByAxe,
  'Tab key': findByTabKey,
  reflow: findByReflow,
  spacing: findBySpacing,
  motion: findByMotion,
  'wrong form': findByWrongForm,
} as const;
