import type { ConnectMessages } from '../messages.ts';

export const connect: ConnectMessages = {
  continue_with: 'Continua con %service%',
  or: 'oppure',
  waiting_title: 'Collegamento a %service%',
  waiting: 'Si è aperta una finestra di %service%. Continua lì.',
  failed: 'Accesso non riuscito: forse hai negato qualche autorizzazione durante il collegamento.',
  not_loaded:
    'Impossibile caricare il collegamento a %service%. Forse non hai accettato i cookie di funzionalità, un’estensione del browser lo blocca, oppure è stato un problema passeggero. Riprova.',
  again: 'Riprova',
  unknown_title: 'Crea il tuo account',
  unknown:
    'Il tuo profilo %service% non corrisponde a nessun account. Creane uno ora, oppure accedi e collegalo nelle impostazioni.',
  name: 'Nome',
  create: 'Registrati',
  decline: 'No, grazie',
  declined: 'Puoi registrarti solo se accetti i termini di servizio.',
  services: 'Accedi con altri servizi',
  services_text: 'Con un servizio collegato accedi senza password.',
  connect: 'Collega',
  connect_service: 'Collega %service%',
  disconnect: 'Scollega',
  disconnect_service: 'Scollega %service%',
  connected: 'Collegato',
  not_connected: 'Non collegato',
  password_text:
    'Scrivi la password del tuo account, così nessun altro può collegarlo. Lascia vuoto se non ne hai una: ti inviamo un’e-mail.',
  password: 'Password',
  linked: '%service% è collegato.',
  mailed: 'Guarda la tua posta: un link collega %service%.',
  unlinked: '%service% è scollegato.',
};
