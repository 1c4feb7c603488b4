import type { AccountMessages } from '../messages.ts';

export const account: AccountMessages = {
  login_title: 'Accedi',
  email: 'Indirizzo e-mail',
  password: 'Password',
  log_in: 'Accedi',
  forgot: 'Password dimenticata?',
  no_account: 'Non hai ancora un account?',
  sign_up: 'Registrati',
  signup_title: 'Crea un account',
  signup_closed: 'Questo sito non accetta nuovi account.',
  have_account: 'Hai già un account?',
  name: 'Nome',
  password_hint: 'Almeno 8 caratteri',
  invite: 'Codice di invito',
  invite_hint: 'Questo sito accetta nuovi account solo su invito.',
  accept_terms: 'Accetto i %terms% e l’%privacy%.',
  terms_link: 'termini di servizio',
  privacy_link: 'informativa sulla privacy',
  terms_needed: 'Puoi registrarti solo se accetti i termini di servizio.',
  session_ended: 'La tua sessione è finita. Accedi di nuovo e continuerai da dove eri.',
  close: 'Chiudi',
};
