import type { Episode, EpisodeBrief } from 'earshot/contract';

/** The displayed fields of an episode, because notes and chapters can be long. */
export const toEpisodeBrief = ({
  description: _,
  chapters: __,
  ...episode
}: Episode): EpisodeBrief => episode;
