import type english from './en.json';

/** Every text of the player in one language. The English file defines the keys. */
export type LanguageMessages = typeof english;

/**
 * The keys of a section. A text that depends on a number has one entry for each plural form of the language, in the
 * form of i18next (`hours_one`, `hours_other`), and counts as one key (`hours`).
 */
export type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key;
}[keyof Texts & string];

/** The texts of the player's components. A language may have plural forms that English lacks. */
export type Messages = LanguageMessages['player'] &
  Readonly<Record<`${string}_${Intl.LDMLPluralRule}`, string>>;
export type MessageKey = KeyOf<LanguageMessages['player']>;
export type EmbedDialogMessageKey = KeyOf<LanguageMessages['embedDialog']>;
export type KeysHelpMessageKey = KeyOf<LanguageMessages['keysHelp']>;
export type PlayerMenuMessageKey = KeyOf<LanguageMessages['playerMenu']>;
export type ReaderMessageKey = KeyOf<LanguageMessages['reader']>;
export type UpNextMessageKey = KeyOf<LanguageMessages['upNext']>;
