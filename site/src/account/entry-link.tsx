import { PAGE_ROUTES } from 'earshot/contract';
import type { ReactNode } from 'react';
import { loginPathFromHere } from '../session/login-path.ts';

interface EntryLinkProps {
  page: 'login' | 'signup';
  kind: 'primary' | 'secondary';
  children: ReactNode;
}

/** A link to the login or the signup, and from there back to the page shown at the click. */
export function EntryLink({ page, kind, children }: EntryLinkProps) {
  return (
    <a
      className={kind === 'primary' ? 'es-action site-wide' : 'es-action'}
      data-kind={kind}
      href={PAGE_ROUTES[page]}
      onClick={({ currentTarget }) => {
        currentTarget.href = loginPathFromHere(page, location);
      }}
    >
      {children}
    </a>
  );
}
