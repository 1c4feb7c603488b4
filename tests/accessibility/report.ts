import type { Problem } from './checks.ts';
import {
  CRITERIA,
  type Criterion,
  type Evidence,
  type Level,
  type Part,
  REVIEWED,
} from './criteria.ts';

export interface Row {
  num: string;
  name: string;
  wcag: 'A' | 'AA';
  level: Level;
  /** The answer, how it is known, and the problems found. */
  remark: string;
}

const NAMES: Readonly<Record<Part, string>> = {
  embed: 'Earshot, embedded player',
  site: 'Earshot, site for listeners',
  studio: 'Earshot, studio for authors',
};

const DESCRIPTIONS: Readonly<Record<Part, string>> = {
  embed: 'The player in a frame of other pages, at every height from 80 px',
  site: 'The pages for listeners of a host',
  studio: 'The pages for authors of a host',
};

const METHODS =
  'axe-core, and checks of our own with the Tab key, a window of 320 px, text spacing, motion and wrong forms, in Chromium, in both themes (tests/accessibility). What no program can decide was looked at by hand.';

export function rowsOf(part: Part, problems: readonly Problem[]): Row[] {
  return CRITERIA.map((criterion) => {
    const { num, name, wcag } = criterion;
    const evidence: Evidence = criterion.except?.[part] ?? criterion;
    const found = problems.filter((problem) => problem.criterion === num);
    const level = found.length > 0 ? 'does-not-support' : (evidence.level ?? 'supports');
    const says = [evidence.remark, knownBy(evidence), ...found.map(({ what }) => `Found: ${what}`)];
    return { num, name, wcag, level, remark: says.filter(Boolean).join(' ') };
  });
}

/** By what an answer is known, as a sentence. */
function knownBy({ checks = [], tests = [], isByHand }: Evidence): string {
  const all = [
    ...checks.map((name) => `check "${name}"`),
    ...tests.map((test) => `test ${test.replace(/: \*$/, '')}`),
    ...(isByHand ? [`by hand, ${REVIEWED}`] : []),
  ];
  return all.length > 0 ? `(${all.join('; ')})` : '';
}

/** The document of OpenACR. Its format is YAML, of which JSON is a part. */
export function writeOpenAcr(part: Part, rows: readonly Row[], version: string): string {
  const chapter = (wcag: Row['wcag']) => ({
    criteria: rows
      .filter((row) => row.wcag === wcag)
      .map(({ num, level, remark }) => ({
        num,
        components: [{ name: 'web', adherence: { level, notes: remark } }],
      })),
  });
  const document = {
    title: `${NAMES[part]}: Accessibility Conformance Report`,
    product: { name: NAMES[part], version, description: DESCRIPTIONS[part] },
    author: { name: 'The developers of Earshot', email: 'accessibility@earshot.example' },
    vendor: { company_name: 'Earshot', email: 'accessibility@earshot.example' },
    report_date: REVIEWED,
    last_modified_date: REVIEWED,
    version: 1,
    notes:
      'EN 301 549 V3.2.1, chapter 9, has the same criteria, except those that are new in WCAG 2.2.',
    evaluation_methods_used: METHODS,
    license: 'MIT',
    catalog: '2.5-edition-wcag-2.2-en',
    chapters: {
      success_criteria_level_a: chapter('A'),
      success_criteria_level_aa: chapter('AA'),
      success_criteria_level_aaa: { disabled: true },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const WORDS: Readonly<Record<Level, string>> = {
  supports: 'supports',
  'partially-supports': '**partly**',
  'does-not-support': '**does not support**',
  'not-applicable': 'not applicable',
};

/** The table of docs/accessibility.md. */
export function writeTable(rows: Readonly<Record<Part, readonly Row[]>>): string {
  const lines = CRITERIA.map((criterion: Criterion, at) => {
    const { num, name, wcag, remark } = criterion;
    const levels = [rows.embed[at], rows.site[at], rows.studio[at]].map(
      (row) => WORDS[row?.level ?? 'supports'],
    );
    return `| ${num} ${name} | ${wcag} | ${levels.join(' | ')} | ${remark} ${knownBy(criterion)} |`;
  });
  return [
    '| criterion | level | embed | site | studio | |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
