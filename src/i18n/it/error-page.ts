import type { ErrorPageMessages } from '../messages.ts';

/** Texts of a player page without a player. Only the server renders it. */
export const errorPage: ErrorPageMessages = {
  failed: 'Un problema nostro impedisce di caricare questo lettore. Riprova tra un momento.',
  show: 'Questo programma non è disponibile.',
  missing: "L'indirizzo di questo lettore non indica alcun episodio o programma.",
  malformed:
    "L'indirizzo di questo lettore indica un episodio o un programma con un numero non valido.",
  doubled: "L'indirizzo di questo lettore indica più di un episodio o programma.",
};
