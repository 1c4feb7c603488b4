import type { SiteConfig, SiteMessageKey, SiteMessages } from 'earshot/internal';
import { createTranslator, type Translate } from 'earshot/react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

export type SiteTranslate = Translate<SiteMessageKey>;

export interface SiteContextValue {
  readonly config: SiteConfig;
  readonly t: SiteTranslate;
}

export interface SiteProviderProps {
  config: SiteConfig;
  messages: SiteMessages;
  children: ReactNode;
}

const SiteContext = createContext<SiteContextValue | null>(null);

export function SiteProvider({ config, messages, children }: SiteProviderProps) {
  const value = useMemo(
    () => ({ config, t: createTranslator(messages, config.API_CULTURE) }),
    [config, messages],
  );
  return <SiteContext.Provider value={value}>{children}</SiteContext.Provider>;
}

/** @throws Error outside a SiteProvider. */
export function useSite(): SiteContextValue {
  const value = useContext(SiteContext);
  if (!value) throw new Error('This component needs a <SiteProvider> above it.');
  return value;
}
