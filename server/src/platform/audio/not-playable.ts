import { type ServerTexts, textIn } from '../../i18n/texts.ts';

/** The key of the text that names the defect of a file. */
export type AudioDefect = keyof ServerTexts['audio'];

/** The file is not audio that can be hosted. The message is for programs: its owner reads the defect in a language. */
export class NotPlayable extends Error {
  override readonly name = 'NotPlayable';

  /** @param value Of the text: the name of a codec, or seconds. */
  constructor(
    readonly defect: AudioDefect,
    readonly value: string | number = '',
  ) {
    super(textIn('en', 'audio', defect, { value }));
  }
}

export const isDefect = (key: string): key is AudioDefect =>
  textIn('en', 'audio', key as AudioDefect) !== key;

export function refuseDamaged(): never {
  throw new NotPlayable('damaged');
}
