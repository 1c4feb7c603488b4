import { moveFeed } from '../../features/feeds/move-feed.ts';
import { jobs } from '../../platform/jobs/jobs.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { defineCommand, noPositionals, required, UsageError } from './command.ts';
import { readShowId } from './read-show-id.ts';

export const command = defineCommand({
  summary: 'Sends the readers of a feed to its new host, or back.',
  usage: '--show ID --to URL | --show ID --back [--json]',
  help: [
    '  --to URL  from now on the feed answers 301 with this address, and names it (itunes:new-feed-url)',
    '  --back    the feed is here again',
    '',
    '  Keep the redirect for at least four weeks: some apps ask rarely. Audio stays where it is.',
  ].join('\n'),
  options: {
    show: { type: 'string' },
    to: { type: 'string' },
    back: { type: 'boolean' },
  },
  isAct: () => true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const showId = readShowId(values.show);
    if (values.back && values.to !== undefined) throw new UsageError('Give --to or --back.');
    const to = values.back ? null : required(values.to, 'to');
    const { database } = await context.database();
    const deps = { database, jobs, config: context.config };
    const { title, feed_url } = await moveFeed(deps, showId, to);
    const text =
      to === null ? `${title} is at ${feed_url} again.` : `${title}: ${feed_url} leads to ${to}.`;
    const json = { show_id: showId, title, feed_url, new_feed_url: to };
    context.answer({ text: cleanLine(text, Number.POSITIVE_INFINITY), json });
  },
});
