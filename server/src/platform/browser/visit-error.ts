import type { Language } from 'earshot/internal';
import { type ServerTexts, textIn } from '../../i18n/texts.ts';

/** Why a page was not visited. The texts are the section `visits` of `server/src/i18n`. */
export interface VisitFailure {
  key: keyof ServerTexts['visits'];
  values?: Readonly<Record<string, string | number>>;
}

/** An error of a visit to a page. Its text exists in every language; the message is the English one. */
export abstract class VisitError extends Error {
  readonly failure: VisitFailure;

  constructor(
    key: VisitFailure['key'],
    values: VisitFailure['values'] = {},
    options?: ErrorOptions,
  ) {
    const failure = { key, values };
    super(explainFailure(failure, 'en'), options);
    this.failure = failure;
  }
}

/** Why a page was not visited, in words. */
export const explainFailure = ({ key, values }: VisitFailure, language: Language): string =>
  textIn(language, 'visits', key, values);
