import type { account } from './en/account.ts';
import type { admin } from './en/admin.ts';
import type { ads } from './en/ads.ts';
import type { captions } from './en/captions.ts';
import type { comments } from './en/comments.ts';
import type { connect } from './en/connect.ts';
import type { consent } from './en/consent.ts';
import type { embedDialog } from './en/embed-dialog.ts';
import type { errorPage } from './en/error-page.ts';
import type { explore } from './en/explore.ts';
import type { feed } from './en/feed.ts';
import type { hostText } from './en/host-text.ts';
import type { inbox } from './en/inbox.ts';
import type { keysHelp } from './en/keys-help.ts';
import type { listening } from './en/listening.ts';
import type { news } from './en/news.ts';
import type { offline } from './en/offline.ts';
import type { people } from './en/people.ts';
import type { plans } from './en/plans.ts';
import type { player } from './en/player.ts';
import type { playerMenu } from './en/player-menu.ts';
import type { relativeTime } from './en/relative-time.ts';
import type { report } from './en/report.ts';
import type { settings } from './en/settings.ts';
import type { site } from './en/site.ts';
import type { studio } from './en/studio.ts';
import type { team } from './en/team.ts';
import type { transcript } from './en/transcript.ts';
import type { upNext } from './en/up-next.ts';

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
export type AccountMessages = Translated<typeof account>;
export type CaptionsMessages = Translated<typeof captions>;
export type CommentsMessages = Translated<typeof comments>;
export type ConnectMessages = Translated<typeof connect>;
export type ConsentMessages = Translated<typeof consent>;
export type EmbedDialogMessages = Translated<typeof embedDialog>;
export type EmbedDialogMessageKey = keyof EmbedDialogMessages;
export type ErrorPageMessages = Translated<typeof errorPage>;
export type FeedMessages = Translated<typeof feed>;
export type AdminMessages = Translated<typeof admin>;
export type AdsMessages = Translated<typeof ads>;
export type TeamMessages = Translated<typeof team>;
export type HostTextMessages = Translated<typeof hostText>;
export type ExploreMessages = Translated<typeof explore>;
export type InboxMessages = Translated<typeof inbox>;
export type KeysHelpMessages = Translated<typeof keysHelp>;
export type ListeningMessages = Translated<typeof listening>;
export type NewsMessages = Translated<typeof news>;
export type OfflineMessages = Translated<typeof offline>;
export type PlansMessages = Translated<typeof plans>;
export type PeopleMessages = Translated<typeof people>;
export type PlayerMenuMessages = Translated<typeof playerMenu>;
export type RelativeTimeMessages = Translated<typeof relativeTime>;
export type ReportMessages = Translated<typeof report>;
export type TranscriptMessages = Translated<typeof transcript>;
export type UpNextMessages = Translated<typeof upNext>;
export type SettingsMessages = Translated<typeof settings>;
export type SiteMessages = Translated<typeof site>;
export type StudioMessages = Translated<typeof studio>;
export type SiteMessageKey = keyof SiteMessages;

/** Every text of one language. */
export interface LanguageMessages {
  readonly player: Messages;
  readonly account: AccountMessages;
  readonly captions: CaptionsMessages;
  readonly comments: CommentsMessages;
  readonly connect: ConnectMessages;
  readonly consent: ConsentMessages;
  readonly embedDialog: EmbedDialogMessages;
  readonly errorPage: ErrorPageMessages;
  readonly admin: AdminMessages;
  readonly ads: AdsMessages;
  readonly team: TeamMessages;
  readonly feed: FeedMessages;
  readonly hostText: HostTextMessages;
  readonly explore: ExploreMessages;
  readonly inbox: InboxMessages;
  readonly keysHelp: KeysHelpMessages;
  readonly listening: ListeningMessages;
  readonly news: NewsMessages;
  readonly offline: OfflineMessages;
  readonly people: PeopleMessages;
  readonly plans: PlansMessages;
  readonly playerMenu: PlayerMenuMessages;
  readonly relativeTime: RelativeTimeMessages;
  readonly report: ReportMessages;
  readonly settings: SettingsMessages;
  readonly site: SiteMessages;
  readonly studio: StudioMessages;
  readonly transcript: TranscriptMessages;
  readonly upNext: UpNextMessages;
}
