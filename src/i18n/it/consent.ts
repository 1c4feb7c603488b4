import type { ConsentMessages } from '../messages.ts';

export const consent: ConsentMessages = {
  question:
    'Questo sito può far sentire annunci pubblicitari e contare quali sono stati ascoltati. Sei d’accordo? Puoi cambiare risposta nella pagina sulla privacy.',
  agree: 'Sono d’accordo',
  decline: 'No, grazie',
  text: 'Decidi tu se questo sito ti fa sentire annunci pubblicitari.',
  again: 'Cambia la risposta sugli annunci',
};
