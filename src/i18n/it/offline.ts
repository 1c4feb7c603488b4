import type { OfflineMessages } from '../messages.ts';

/** Texts of the page that a browser shows offline. Only the server renders it. */
export const offline: OfflineMessages = {
  offline_title: 'Sembra che tu sia offline',
  offline_text:
    '%product% non è raggiungibile in questo momento. Controlla la connessione e riprova.',
};
