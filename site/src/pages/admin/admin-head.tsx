import { useSite, useTexts } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

const PARTS = [
  ['admin', 'overview'],
  ['admin-numbers', 'numbers'],
  ['admin-reports', 'reports'],
  ['admin-audit', 'log'],
  ['admin-doctor', 'doctor'],
  ['admin-lists', 'lists'],
  ['admin-campaigns', 'ads'],
  ['admin-settings', 'host_settings'],
] as const;

type AdminPart = (typeof PARTS)[number][0];

/** The head of the administrators' pages: the current part and the others. */
export function AdminHead({ part }: { part: AdminPart }) {
  const { t: site } = useSite();
  const t = useTexts('admin');
  return (
    <header className="studio-head">
      <h1>{site('administration')}</h1>
      <nav className="studio-tabs" aria-label={site('administration')}>
        {PARTS.map(([page, text]) => (
          <a key={page} href={studioPath(page)} aria-current={page === part ? 'page' : undefined}>
            {t(text)}
          </a>
        ))}
      </nav>
    </header>
  );
}
