import type { LanguageMessages, Message, SiteConfig, SiteMessageKey } from 'earshot/internal';
import { createTranslator, type Translate } from 'earshot/react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SiteClient } from './site-client.ts';

export type SiteTranslate = Translate<SiteMessageKey>;

/** The catalogues that only some pages need. A page names them in `texts`. */
export type TextArea =
  | 'account'
  | 'admin'
  | 'ads'
  | 'captions'
  | 'comments'
  | 'connect'
  | 'consent'
  | 'explore'
  | 'feed'
  | 'hostText'
  | 'inbox'
  | 'listening'
  | 'news'
  | 'people'
  | 'plans'
  | 'relativeTime'
  | 'report'
  | 'settings'
  | 'studio'
  | 'team'
  | 'transcript'
  | 'upNext';

/** The texts of the site, and those that the page has asked for. */
export type SiteTexts = Pick<LanguageMessages, 'site'> & Partial<Pick<LanguageMessages, TextArea>>;

export interface SiteContextValue {
  readonly config: SiteConfig;
  readonly t: SiteTranslate;
  readonly texts: SiteTexts;
  /** What only a browser can do. Null on a server, and until the page is alive. */
  readonly client: SiteClient | null;
}

export interface SiteProviderProps {
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
 * @throws Error if the page does not name it in `texts`
 */
export function useTexts<Area extends TextArea>(
  area: Area,
): Translate<keyof LanguageMessages[Area] & string> {
  const { texts, config } = useSite();
  const messages: Readonly<Record<string, Message>> | undefined = texts[area];
  if (!messages) throw new Error(`The page does not ask for the texts "${area}".`);
  return useMemo(() => createTranslator(messages, config.API_CULTURE), [messages, config]);
}
