import { createTranslator } from 'earshot/react';
import { expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { countDownloads } from '../../src/pages/show/server.ts';

const chipsOf = async (language: string, downloads?: number) => {
  const texts = await loadTexts(language);
  const t = createTranslator(texts.site, language);
  const textsOf = () => createTranslator(texts.numbers, language);
  return countDownloads({ downloads } as never, { t, textsOf } as never);
};

it('the page of a show tells its downloads, with a link to how they are counted', async () => {
  const href = '/numbers/method';
  expect(await chipsOf('en', 1_200)).toEqual([{ name: '1,200+ downloads', href }]);
  expect(await chipsOf('it', 12_000)).toEqual([{ name: 'Oltre 12.000 download', href }]);
});

it.each([undefined, 0])('and nothing if there are none for everybody: %s', async (downloads) => {
  expect(await chipsOf('en', downloads)).toEqual([]);
});
