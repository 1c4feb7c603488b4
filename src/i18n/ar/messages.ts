import type { LanguageMessages } from '../messages.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { ads } from './ads.ts';
import { captions } from './captions.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { consent } from './consent.ts';
import { embedDialog } from './embed-dialog.ts';
import { errorPage } from './error-page.ts';
import { explore } from './explore.ts';
import { feed } from './feed.ts';
import { hostText } from './host-text.ts';
import { inbox } from './inbox.ts';
import { keysHelp } from './keys-help.ts';
import { listening } from './listening.ts';
import { news } from './news.ts';
import { offline } from './offline.ts';
import { people } from './people.ts';
import { plans } from './plans.ts';
import { player } from './player.ts';
import { playerMenu } from './player-menu.ts';
import { relativeTime } from './relative-time.ts';
import { report } from './report.ts';
import { settings } from './settings.ts';
import { site } from './site.ts';
import { studio } from './studio.ts';
import { team } from './team.ts';
import { transcript } from './transcript.ts';
import { upNext } from './up-next.ts';

export const messages: LanguageMessages = {
  account,
  captions,
  comments,
  connect,
  consent,
  embedDialog,
  errorPage,
  admin,
  ads,
  team,
  feed,
  hostText,
  explore,
  inbox,
  keysHelp,
  listening,
  news,
  offline,
  people,
  plans,
  player,
  playerMenu,
  relativeTime,
  report,
  settings,
  site,
  studio,
  transcript,
  upNext,
};
