import { readClock } from '../../studio/clock-time.ts';
import { inOrder, KINDS, type Kind, type MarkRow, type MarkValues } from './mark-rows.ts';

export interface RowError {
  /** `starts_at`, `duration`, `title`; an ad has only `starts_at`. */
  field: string;
  text: string;
}

/** The errors, by `{kind}/{key}` of a row, or by kind if they concern the whole list. */
export type RowErrors = Readonly<Record<string, readonly RowError[]>>;

const ROW = /^(chapters|soundbites|midrolls)(?:\/(\d+)(?:\/(\w+))?)?: (.*)$/;

/** Sorts the messages of an error: those about a row go under the row. The rows were sent sorted by time. */
export function readRowErrors(messages: readonly string[], values: MarkValues): RowErrors {
  const errors: Record<string, RowError[]> = {};
  for (const message of messages) {
    const [, kind, index, field = 'starts_at', text = ''] = ROW.exec(message) ?? [];
    if (!kind) continue;
    const row = inOrder(values[kind as Kind])[Number(index)]; // none without an index
    const place = row ? `${kind}/${row.key}` : kind;
    errors[place] = [
      ...(errors[place] ?? []),
      ...text.split('. ').map((text) => ({ field, text })),
    ];
  }
  return errors;
}

/** The first kind that has an error. */
export const wrongKind = (errors: RowErrors): Kind | undefined =>
  KINDS.find((kind) => Object.keys(errors).some((place) => place.startsWith(kind)));

/** Messages in the API's form about unreadable times. */
export function wrongTimes(values: MarkValues, texts: { time: string; length: string }): string[] {
  return KINDS.flatMap((kind) =>
    inOrder(values[kind]).flatMap((row: MarkRow, index) => [
      ...(readClock(row.time) === null ? [`${kind}/${index}/starts_at: ${texts.time}`] : []),
      ...(kind === 'soundbites' && !readClock(row.length)
        ? [`${kind}/${index}/duration: ${texts.length}`]
        : []),
    ]),
  );
}
