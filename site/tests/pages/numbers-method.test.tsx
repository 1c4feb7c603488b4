import type { MethodDescription } from 'earshot/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { Page } from '../../src/pages/numbers-method/page.tsx';
import { SiteProvider } from '../../src/site-context.tsx';

const METHOD: MethodDescription = {
  version: 5,
  guidelines: 'IAB 2.3',
  window_hours: 24,
  threshold_seconds: 60,
  window: 'rolling',
  raw_days: 90,
  max_parts: 1_000,
  max_episodes: 100,
  max_values: 100,
  program_lists: [
    {
      name: 'Open list, bots',
      version: '00023a7055f1',
      source: 'https://lists.example/bots.json',
      taken: '2026-11-28',
      entries: 1_250,
    },
  ],
  own_programs: ['Newsboat'],
  devices: ['Apple iPhone'],
  hosting_companies: [],
};

it('names each list of programs with its source, version, date and size', async () => {
  const config = { API_CULTURE: 'en', PRODUCT_NAME: 'Earshot' } as never;
  const html = renderToStaticMarkup(
    <SiteProvider config={config} texts={await loadTexts('en')}>
      <Page method={METHOD} />
    </SiteProvider>,
  );
  expect(html).toContain('href="https://lists.example/bots.json"');
  expect(html).toContain('Open list, bots');
  expect(html).toContain('(version 00023a7055f1, taken on 2026-11-28, entries: 1,250)');
  expect(html).toContain('Newsboat');
});
