import type { KeyOf, Translate } from 'earshot/react';
import type { PlainPage, SiteConfig } from 'earshot-site/contract';
import type { ReactNode } from 'react';
import type { SiteCatalogue } from '../../i18n/texts.ts';

type PlainTranslate = Translate<KeyOf<SiteCatalogue['accountPages']>>;

export type PropsOf<Name extends PlainPage['page']> = Extract<PlainPage, { page: Name }>;

/** One page without scripts. Its texts are those of `account`, `accountPages` and `connect`. */
export interface PlainView<Props> {
  /** The heading, and the title of the window. */
  title(t: PlainTranslate, props: Props, config: SiteConfig): string;
  Page(props: Props): ReactNode;
}

/** Some of the pages, by name. */
export type PlainViews<Names extends PlainPage['page']> = {
  readonly [Name in Names]: PlainView<PropsOf<Name>>;
};
