import type { SiteConfig } from 'earshot/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { type SiteTranslate, siteTranslator } from './messages/site-translator.ts';

export interface SiteContextValue {
  readonly config: SiteConfig;
  readonly t: SiteTranslate;
}

const SiteContext = createContext<SiteContextValue | null>(null);

export function SiteProvider({ config, children }: { config: SiteConfig; children: ReactNode }) {
  const value = { config, t: siteTranslator(config.API_CULTURE) };
  return <SiteContext.Provider value={value}>{children}</SiteContext.Provider>;
}

/** @throws Error outside a SiteProvider. */
export function useSite(): SiteContextValue {
  const value = useContext(SiteContext);
  if (!value) throw new Error('This component needs a <SiteProvider> above it.');
  return value;
}
