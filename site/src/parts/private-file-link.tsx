import type { ReactNode } from 'react';
import { ActionLink } from '../action.tsx';
import { useSite } from '../site-context.tsx';

interface PrivateFileLinkProps {
  /** Path in the API. */
  path: string;
  /** Name of the file. */
  name: string;
  /** A description, if the text is not enough. */
  label?: string;
  children: ReactNode;
}

/** A file of the member. The cookie opens it if the API is on this host, else the token. */
export function PrivateFileLink({ path, name, label, children }: PrivateFileLinkProps) {
  const { client, config } = useSite();
  const address = config.API_URL + path;
  const isHere = new URL(address).origin === new URL(config.SITE_URL).origin;

  async function download(): Promise<void> {
    const headers = { Authorization: `Bearer ${client?.session.token}` };
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(answer.statusText);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <ActionLink
      href={address}
      aria-label={label}
      download
      onClick={(event) => {
        if (isHere) return;
        event.preventDefault();
        download().catch((error: Error) => client?.notify(error.message, { level: 'error' }));
      }}
    >
      {children}
    </ActionLink>
  );
}
