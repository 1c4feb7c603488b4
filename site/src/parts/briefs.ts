import type { Episode, EpisodeBrief, Show, ShowBrief } from 'earshot/contract';

/** The displayed fields of a show, because the description can be long. */
export const toShowBrief = ({ description: _, ...show }: Show): ShowBrief => show;

/** The displayed fields of an episode, because notes and chapters can be long. */
export const toEpisodeBrief = ({
  description: _,
  chapters: __,
  ...episode
}: Episode): EpisodeBrief => episode;
