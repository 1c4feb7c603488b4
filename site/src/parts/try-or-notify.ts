import type { SiteClient } from '../site-client.ts';

/** Carries out what a press asks for. If it fails, a notice says why. */
export async function tryOrNotify(
  client: Pick<SiteClient, 'notify'> | null,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    client?.notify((error as Error).message, { level: 'error' });
  }
}
