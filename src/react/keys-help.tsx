import { Popup } from '#popup';
import { SKIP_BACK_S, SKIP_FORWARD_S } from '../contract/limits.ts';
import type { KeysHelpMessageKey } from '../i18n/messages.ts';
import { createTranslator } from '../i18n/translator.ts';
import { areLettersEverywhere, setLettersEverywhere } from './letter-keys.ts';
import { useLanguageMessages } from './use-language-messages.ts';

const STEPS = { back: SKIP_BACK_S, forward: SKIP_FORWARD_S };

export interface KeysHelpProps {
  /** The page contains more than the player, so letters can be limited to the player. */
  isOnPage: boolean;
  onClose: () => void;
}

/** Lists the keyboard shortcuts of `PlayerKeys`. */
export function KeysHelp({ isOnPage, onClose }: KeysHelpProps) {
  const messages = useLanguageMessages(onClose);
  if (!messages) return null;
  const t = createTranslator(messages.keysHelp);
  const rows: [does: KeysHelpMessageKey, ...keys: string[]][] = [
    ['play', t('space'), 'K'],
    ['mute', 'M'],
    ['back', 'J', '←'],
    ['forward', 'L', '→'],
    ['louder', '↑'],
    ['quieter', '↓'],
    ['tenths', '0–9'],
    ['help', '?'],
  ];
  return (
    <Popup label={t('title')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: in a low frame the list scrolls, and the focus lets the arrow keys scroll it. */}
      <h2 className="es-popup-title" tabIndex={0}>
        {t('title')}
      </h2>
      <dl className="es-keys">
        {rows.map(([does, ...keys]) => (
          <div key={does}>
            <dt>{t(does, STEPS)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {isOnPage && (
        <label className="es-tick">
          <input
            type="checkbox"
            defaultChecked={areLettersEverywhere()}
            onChange={({ currentTarget }) => setLettersEverywhere(currentTarget.checked)}
          />
          {t('everywhere')}
        </label>
      )}
    </Popup>
  );
}
