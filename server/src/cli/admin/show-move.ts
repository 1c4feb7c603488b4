import { moveFeed } from '../../features/feeds/move-feed.ts';
import { jobs } from '../../platform/jobs/jobs.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { fetcherFor } from '../typed-source.ts';
import { defineCommand, required, UsageError } from './command.ts';
import { readShowId } from './read-show-id.ts';

export const command = defineCommand({
  summary: 'Sends the readers of a feed to its new host, or back.',
  usage: '--show ID --to URL | --show ID --back [--json]',
  help: [
    '  --to URL  from now on the feed answers 301 with this address, and names it (itunes:new-feed-url)',
    '            If that is an Earshot that has the show, players and pages lead there as well',
    '  --back    the feed is here again',
    '',
    '  Import the show at the new host first. Keep the redirect for at least four weeks: some apps ask rarely.',
  ].join('\n'),
  options: { show: { type: 'string' }, to: { type: 'string' }, back: { type: 'boolean' } },
  isAct: () => true,
  async run({ values }, context) {
    const showId = readShowId(values.show);
    if (values.back && values.to !== undefined) throw new UsageError('Give --to or --back.');
    const to = values.back ? null : required(values.to, 'to');
    const { database } = await context.database();
    const deps = { database, jobs, config: context.config };
    const fetcher = await fetcherFor(to ?? '');
    const { title, feed_url, new_host_url } = await moveFeed(deps, showId, to, fetcher);
    const players =
      new_host_url === null
        ? 'Its players and pages stay here: that host is no Earshot, or does not have the show yet.'
        : `Its players and pages lead to ${new_host_url}.`;
    const text =
      to === null
        ? `${title} is at ${feed_url} again.`
        : `${title}: ${feed_url} leads to ${to}. ${players}`;
    const json = { show_id: showId, title, feed_url, new_feed_url: to, new_host_url };
    context.answer({ text: cleanLine(text, Number.POSITIVE_INFINITY), json });
  },
});
