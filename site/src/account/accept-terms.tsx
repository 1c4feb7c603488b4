import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { Fragment } from 'react';
import { useTexts } from '../site-context.tsx';

/** The sentence of the catalogue, with links in place of `{{terms}}` and `{{privacy}}`. They open beside the form. */
export function AcceptTerms() {
  const t = useTexts('account');
  const links = { terms: t('terms_link'), privacy: t('privacy_link') };
  return t('accept_terms')
    .split(/{{(terms|privacy)}}/)
    .map((part, index) => {
      if (index % 2 === 0) return <Fragment key={part}>{part}</Fragment>;
      const name = part as keyof typeof links;
      return (
        <a key={name} href={ALL_PAGE_ROUTES[name]} target="_blank" rel="noopener">
          {links[name]}
        </a>
      );
    });
}
