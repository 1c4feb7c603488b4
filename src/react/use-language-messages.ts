import { useEffect, useState } from 'react';
import { loadMessages } from '../i18n/languages.ts';
import type { LanguageMessages } from '../i18n/messages.ts';
import { useTranslate } from './player-context.tsx';

/**
 * The messages that players do not carry, in the provider's language. Null until they have been fetched; if they
 * cannot be fetched, `onFail` is called.
 */
export function useLanguageMessages(onFail: () => void): LanguageMessages | null {
  const language = useTranslate()('language');
  const [messages, setMessages] = useState<LanguageMessages | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback is no reason to load again.
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
