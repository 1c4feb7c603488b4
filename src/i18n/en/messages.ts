import type { LanguageMessages } from '../messages.ts';
import { embedDialog } from './embed-dialog.ts';
import { errorPage } from './error-page.ts';
import { keysHelp } from './keys-help.ts';
import { player } from './player.ts';
import { site } from './site.ts';

export const messages: LanguageMessages = { embedDialog, errorPage, keysHelp, player, site };
