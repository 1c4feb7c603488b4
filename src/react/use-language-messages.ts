import { useEffect, useState } from 'react';
import { loadMessages } from '../i18n/languages.ts';
import type { LanguageMessages } from '../i18n/messages.ts';
import { useTranslate } from './player-context.tsx';

/**
 * Messages that are loaded on demand, in the provider's language. Null until they have arrived. If they cannot be
 * loaded, `onFail` is called.
 */
export function useLanguageMessages(onFail: () => void): LanguageMessages | null {
  const language = useTranslate()('language');
  const [messages, setMessages] = useState<LanguageMessages | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not load the messages again.
  useEffect(() => {
    let isMounted = true;
    loadMessages(language).then(
      (loaded) => isMounted && setMessages(loaded),
      () => isMounted && onFail(),
    );
    return () => {
      isMounted = false;
    };
  }, [language]);
  return messages;
}
