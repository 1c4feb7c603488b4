import type { embedDialog } from './en/embed-dialog.ts';
import type { errorPage } from './en/error-page.ts';
import type { keysHelp } from './en/keys-help.ts';
import type { player } from './en/player.ts';
import type { site } from './en/site.ts';

/** One text for each plural form of a language, by the names of CLDR: Polish has `one`, `few`, `many` and `other`. */
export type PluralForms = Readonly<
  { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>
>;
export type Message = string | PluralForms;

/** A catalogue with the keys of the English one. */
type Translated<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : PluralForms;
};

export type Messages = Translated<typeof player>;
export type MessageKey = keyof Messages;
export type EmbedDialogMessages = Translated<typeof embedDialog>;
export type EmbedDialogMessageKey = keyof EmbedDialogMessages;
export type ErrorPageMessages = Translated<typeof errorPage>;
export type KeysHelpMessages = Translated<typeof keysHelp>;
export type SiteMessages = Translated<typeof site>;
export type SiteMessageKey = keyof SiteMessages;

/** Every text of one language. */
export interface LanguageMessages {
  readonly player: Messages;
  readonly embedDialog: EmbedDialogMessages;
  readonly errorPage: ErrorPageMessages;
  readonly keysHelp: KeysHelpMessages;
  readonly site: SiteMessages;
}
