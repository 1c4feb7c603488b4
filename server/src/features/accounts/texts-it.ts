import type { AccountTexts } from './texts-en.ts';

/** Mails and pages about accounts, in Italian. */
export const IT: AccountTexts = {
  verify_subject: 'Conferma il tuo indirizzo per {product}',
  verify_text: `Conferma che questo indirizzo è tuo:

{link}

Il link vale 7 giorni. Se non l'hai chiesto tu, ignora questo messaggio: non succederà nulla.
`,
  change_subject: 'Il tuo indirizzo su {product}',
  change_text: `Qualcuno che conosce la tua password ha chiesto a {product} di usare un altro indirizzo e-mail per il tuo account. Cambierà appena il nuovo indirizzo sarà confermato.

Se non sei stato tu, imposta subito una nuova password:

{link}
`,
  reset_subject: 'La tua nuova password per {product}',
  reset_text: `Scegli qui una nuova password:

{link}

Il link vale un'ora e una sola volta. Se non l'hai chiesto tu, ignora questo messaggio: la tua password resta com'è.
`,
  password_changed_subject: 'La tua password su {product} è cambiata',
  password_changed_text: `La password del tuo account su {product} è stata appena cambiata. Tutte le altre sessioni sono terminate.

Se non sei stato tu, imposta subito una nuova password:

{link}
`,
  archive_subject: 'Il tuo account su {product} è stato eliminato',
  archive_text: `Il tuo account su {product} è stato eliminato. Tutto quello che avevi è in un archivio, che puoi scaricare qui:

{link}

Il link vale per 30 giorni e per un solo download. Dopo, l’archivio viene rimosso.
`,
  verify_title: 'Conferma il tuo indirizzo',
  verify_button: 'Conferma',
  verify_done: 'Grazie. Il tuo indirizzo è confermato.',
  reset_title: 'Scegli una nuova password',
  reset_button: 'Salva',
  reset_done: 'La nuova password è salvata',
  reset_services:
    'Forse anche altri servizi possono accedere al tuo account. Scollega nelle impostazioni quelli che non conosci.',
  forgot_title: 'Password dimenticata?',
  forgot_button: 'Inviami un link',
  forgot_text:
    'Scrivi l’indirizzo del tuo account. Ti inviamo un link per scegliere una nuova password.',
  forgot_done: 'Guarda nella tua posta',
  forgot_done_text:
    'Se esiste un account con questo indirizzo, un messaggio è in arrivo. Il suo link vale per poco tempo, e una volta sola.',
  setup_title: 'Configura {product}',
  setup_intro: 'Questa pagina crea l’amministratore di questo sito. Funziona una sola volta.',
  setup_button: 'Crea l’account',
  archive_title: 'L’archivio del tuo account',
  archive_button: 'Scarica',
  archive_dead:
    'Questo link non è più valido. L’archivio è già stato scaricato, oppure è troppo vecchio.',
  link_dead: 'Questo link non è più valido',
  link_expired: 'È troppo vecchio, oppure un messaggio più recente ha preso il suo posto.',
  link_used: 'È già stato usato, e vale una volta sola.',
  link_unknown: 'È troppo vecchio, oppure non è stato copiato per intero dal messaggio.',
  verify_again: 'Accedi, e chiedi un altro messaggio nelle impostazioni.',
  verify_used: 'Il tuo indirizzo è confermato.',
  reset_again: 'Te ne inviamo un altro:',
  setup_dead:
    'Questo link non è più valido: l’amministratore esiste già, oppure il link è troppo vecchio. Riavvia il programma per averne un altro.',
  email: 'Indirizzo e-mail',
  password: 'Password',
  password_hint: 'Almeno 8 caratteri',
  name: 'Nome',
  connect_login_title: 'Accedi con un altro servizio',
  connect_with: 'Continua con {provider}',
  connect_signup_title: 'Crea il tuo account',
  connect_signup_text: 'Il tuo profilo {provider} non corrisponde a nessun account su {product}.',
  connect_member_text:
    'Hai già effettuato l’accesso. Puoi collegare il tuo profilo {provider} al tuo account.',
  connect_name_hint: 'Se lo lasci vuoto, usiamo il nome che {provider} ci ha dato.',
  connect_decline: 'No, grazie',
  connect_declined: 'Puoi registrarti solo se accetti i termini di servizio.',
  connect_link_title: 'Collega {provider}',
  connect_link_text:
    'Scrivi la tua password: da ora in poi potrai accedere qui con il tuo account {provider}.',
  connect_confirm_text: 'Da ora in poi potrai accedere qui con il tuo account {provider}.',
  connect_button: 'Collega',
  connect_done: '{provider} è collegato',
  connect_mailed_text:
    'Il tuo account non ha una password, quindi ti abbiamo inviato un’e-mail. Il suo link collega {provider}.',
  connect_window_done: 'Puoi chiudere questa finestra.',
  connect_subject: 'Collega {provider} al tuo account su {product}',
  connect_text: `Qualcuno che ha effettuato l’accesso al tuo account su {product} vuole accedere anche con {provider}. Se sei tu, confermalo qui:

{link}

Il link vale un’ora e una sola volta. Se non l’hai chiesto tu, ignora questa e-mail: non succede nulla.
`,
  connected_subject: '{provider} può accedere al tuo account su {product}',
  connected_text: `Da ora si può accedere al tuo account su {product} anche con {provider}.

Se non sei stato tu, imposta subito una nuova password. Poi scollega {provider} nelle impostazioni.

{link}
`,
  accept_terms: 'Accetto i %terms% e l’%privacy%.',
  terms_link: 'termini di servizio',
  privacy_link: 'informativa sulla privacy',
  signup_closed: 'Questo sito non accetta nuovi account.',
  sign_up: 'Registrati',
  invite: 'Invito',
  to_home: 'Alla pagina iniziale',
  to_own_home: 'Continua',
  to_settings: 'Alle impostazioni',
  to_login: 'Accedi',
};
