import { buildPath } from 'earshot/contract';
import { formatDate, type Language } from 'earshot/internal';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import { textIn } from '../../i18n/texts.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import type { Week, WeekShow } from './week.ts';

interface Letter {
  config: Pick<Config, 'productName' | 'siteUrl'>;
  language: Language;
  /** The address that ends these mails. */
  unsubscribe: string;
}

/** The weekly mail, in plain text as all mails. */
export function writeWeeklyMail(
  { from, to, shows }: Week,
  { config, language, unsubscribe }: Letter,
): { subject: string; text: string } {
  const values = {
    product: config.productName,
    from: dateIn(language, `${from}T00:00:00Z`),
    to: dateIn(language, `${to}T00:00:00Z`),
  };
  const parts = [
    textIn(language, 'weekMails', 'intro', values),
    ...shows.map((show) => writeShow(show, { config, language })),
    textIn(language, 'weekMails', 'end', { ...values, link: unsubscribe }),
  ];
  return {
    subject: textIn(language, 'weekMails', 'subject', values),
    text: `${parts.join('\n\n')}\n`,
  };
}

function writeShow(show: WeekShow, { config, language }: Omit<Letter, 'unsubscribe'>): string {
  const { show_id, title, downloads, before, episodes, newest, published_at } = show;
  const format = new Intl.NumberFormat(textIn(language, 'weekMails', 'locale'));
  const line = (key: 'comments' | 'followers', count: number) =>
    count > 0 && textIn(language, 'weekMails', key, { count: format.format(count) });
  const lines = [
    isolate(title),
    textIn(language, 'weekMails', 'downloads', {
      count: format.format(downloads),
      before: format.format(before),
    }),
    textIn(language, 'weekMails', 'episodes'),
    ...episodes.map(
      (episode) => `- ${isolate(episode.title)}: ${format.format(episode.downloads)}`,
    ),
    newest !== null &&
      published_at !== null &&
      textIn(language, 'weekMails', 'newest', {
        title: isolate(newest),
        date: dateIn(language, published_at.toISOString()),
      }),
    line('comments', show.comments),
    line('followers', show.followers),
    config.siteUrl + buildPath(ALL_PAGE_ROUTES, 'show-numbers', { show_id }),
  ];
  return lines.filter((text) => text !== false).join('\n');
}

const dateIn = (language: Language, iso: string) =>
  formatDate(iso, textIn(language, 'weekMails', 'locale'));

/** One line, whose direction of writing does not change the text around it (Unicode UAX #9, FSI and PDI). */
const isolate = (title: string) => `\u2068${cleanLine(title)}\u2069`;
