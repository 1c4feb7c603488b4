import type { ReadonlyStore } from 'earshot';
import { createTranslator, type KeyOf, type LanguageMessages, type Translate } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SiteCatalogue, SiteMessageKey } from './i18n/texts.ts';
import type { SiteClient } from './site-client.ts';

type SiteTranslate = Translate<SiteMessageKey>;

/** The catalogues of some pages only. A page lists them in `texts`. */
export type TextArea = Exclude<keyof Catalogue, 'site' | 'offline'>;

type Catalogue = SiteCatalogue & Pick<LanguageMessages, 'upNext'>;

/** Writes a text of one catalogue in the reader's language. */
export type TextsOf<Area extends TextArea> = Translate<KeyOf<Catalogue[Area]>>;

/** The texts of the site, and those requested by the page. */
export type SiteTexts = Pick<SiteCatalogue, 'site'> & Partial<Pick<Catalogue, TextArea>>;

/** The language of a tab, with the texts of every page. The configuration names it. */
export interface InLanguage {
  readonly config: SiteConfig;
  readonly messages: Pick<LanguageMessages, 'player'> & Pick<SiteCatalogue, 'site'>;
}

/** It changes while the tab is open, so read it when a text is needed. */
export type LanguageStore = ReadonlyStore<InLanguage>;

/** Puts parts of a tab into its providers, with the texts that not every page has. */
export type Wrap = (children: ReactNode, texts?: Partial<SiteTexts>) => ReactNode;

export interface SiteContextValue {
  readonly config: SiteConfig;
  readonly t: SiteTranslate;
  readonly texts: SiteTexts;
  /** The functions of a browser. Null on a server, and until the page is hydrated. */
  readonly client: SiteClient | null;
}

interface SiteProviderProps {
  config: SiteConfig;
  texts: SiteTexts;
  client?: SiteClient | null;
  children: ReactNode;
}

const SiteContext = createContext<SiteContextValue | null>(null);

export function SiteProvider({ config, texts, client = null, children }: SiteProviderProps) {
  const value = useMemo(
    () => ({ config, texts, t: createTranslator(texts.site, config.API_CULTURE), client }),
    [config, texts, client],
  );
  return <SiteContext.Provider value={value}>{children}</SiteContext.Provider>;
}

/** @throws Error outside a SiteProvider. */
export function useSite(): SiteContextValue {
  const value = useContext(SiteContext);
  if (!value) throw new Error('This component needs a <SiteProvider> above it.');
  return value;
}

/**
 * The texts of a catalogue that not every page has.
 * @throws Error if it is missing in the page's `texts`
 */
export function useTexts<Area extends TextArea>(area: Area): TextsOf<Area> {
  const { texts, config } = useSite();
  const messages: Readonly<Record<string, string>> | undefined = texts[area];
  if (!messages) throw new Error(`The page does not ask for the texts "${area}".`);
  return useMemo(() => createTranslator(messages, config.API_CULTURE), [messages, config]);
}
