import type { PreflightItem } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import { textIn } from '../../i18n/texts.ts';
import * as audio from './audio-checks.ts';
import * as cover from './cover-checks.ts';
import type { Check, EpisodeFacts } from './episode-facts.ts';
import { findFacts } from './repository.ts';
import * as text from './text-checks.ts';

const CHECKS: readonly Check[] = [
  audio.noAudio,
  audio.audioInWork,
  audio.failedAudio,
  audio.emptyAudio,
  text.liveWithoutAddress,
  text.noTitle,
  text.sameGuid,
  text.privateWithoutKey,
  text.lateSchedule,
  cover.noCover,
  cover.smallCover,
  cover.largeCover,
  cover.oblongCover,
  text.longTitle,
  text.noDescription,
  text.longDescription,
  audio.rareFormat,
  audio.clipping,
  audio.silentStart,
  audio.silentEnd,
  audio.lateChapters,
  audio.loudness,
];

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** The problems of an episode in a language, the worst first. */
export function inspect(episode: EpisodeFacts, language: Language = 'en'): PreflightItem[] {
  return CHECKS.map((check) => check(episode))
    .filter((problem) => problem !== null)
    .sort((a, b) => RANK[a.severity] - RANK[b.severity])
    .map(({ words, values, ...item }) => ({
      ...item,
      text: textIn(language, 'preflight', words, values),
    }));
}

/** The problems of an existing episode. */
export async function inspectEpisode(
  { database }: Pick<FeatureDeps, 'database'>,
  episodeId: number,
  language: Language,
): Promise<PreflightItem[]> {
  return inspect({ ...(await findFacts(database, episodeId)), now: new Date() }, language);
}
