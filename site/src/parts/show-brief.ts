import type { Show, ShowBrief } from 'earshot/contract';

/** The displayed fields of a show, because the description can be long. */
export const toShowBrief = ({ description: _, ...show }: Show): ShowBrief => show;
