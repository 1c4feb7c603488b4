export { player as english } from '../i18n/en.json';
export { player as italian } from '../i18n/it.json';
export { type Language, loadMessages, resolveLanguage } from '../i18n/languages.ts';
export type { KeyOf, LanguageMessages, MessageKey, Messages } from '../i18n/messages.ts';
export { formatLength, formatTime, isoDuration } from '../i18n/time.ts';
export { createTranslator, type Translate } from '../i18n/translator.ts';
export { CopyField, type CopyFieldProps } from './copy-field.tsx';
export { DownloadLink } from './download-link.tsx';
export {
  EmbedButton,
  EmbedDialog,
  type EmbedDialogProps,
  openEmbedDialog,
} from './embed-dialog.tsx';
export { EmbedPlayer, type EmbedPlayerProps } from './embed-player.tsx';
export { Icon, type IconName } from './icons.tsx';
export { MenuButton, type MenuButtonProps, MoreButton } from './menu-button.tsx';
export type { LateNotes } from './panel-tabs.ts';
export { PlayButton, type PlayButtonProps } from './play-button.tsx';
export { PlayerBar, type PlayerBarProps } from './player-bar.tsx';
export { type CoverOf, usePlayer, usePlayerState, useTranslate } from './player-context.tsx';
export { PlayerKeys, type PlayerKeysProps } from './player-keys.tsx';
export { PlayerProvider, type PlayerProviderProps } from './player-provider.tsx';
export { Popup, type PopupProps } from './popup.tsx';
export { ChapterTitle, CurrentTime, Duration, ProgressBar } from './progress-bar.tsx';
export { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
export { ShareButton, type ShareButtonProps } from './share-button.tsx';
export type { SharedPlayer } from './share-popup.tsx';
export { SkipSecondsButton } from './skip-seconds.tsx';
export { SpeedButton } from './speed-button.tsx';
export { Status } from './status.tsx';
export { Title } from './title.tsx';
export { useProgress } from './use-progress.ts';
export { Volume } from './volume.tsx';
