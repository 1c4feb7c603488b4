import { type FormEvent, useState } from 'react';
import { mastodonShareUrl, readInstance, type SharedPage } from '../embed/share-links.ts';
import { createKeyValue } from '../lib/key-value.ts';
import { useDialogTranslate } from './use-dialog-translate.ts';

const INSTANCE = 'earshot.mastodon';
const storage = createKeyValue(() => localStorage);

/** Mastodon has many instances, so the listener enters theirs. It is remembered. */
export function MastodonForm({ page }: { page: SharedPage }) {
  const t = useDialogTranslate();
  const [text, setText] = useState(() => storage.get(INSTANCE) ?? '');
  const [isRefused, setRefused] = useState(false);
  const share = (event: FormEvent) => {
    event.preventDefault();
    const instance = readInstance(text);
    setRefused(!instance);
    if (!instance) return;
    storage.set(INSTANCE, instance);
    window.open(mastodonShareUrl(instance, page), '_blank', 'noopener');
  };
  return (
    <form className="es-mastodon" onSubmit={share}>
      <label className="es-field">
        <span>{t('mastodon_instance')}</span>
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="mastodon.social"
          value={text}
          aria-invalid={isRefused}
          onInput={(event) => setText(event.currentTarget.value)}
          onChange={() => {}}
        />
        {isRefused && (
          <span className="es-hint" data-level="error" role="alert">
            {t('mastodon_refused')}
          </span>
        )}
      </label>
      <button type="submit" className="es-action" data-kind="primary">
        {t('share')}
      </button>
    </form>
  );
}
