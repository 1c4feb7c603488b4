import type { KeysHelpMessages } from '../messages.ts';

export const keysHelp: KeysHelpMessages = {
  title: 'Scorciatoie da tastiera',
  space: 'Spazio',
  play: 'Riproduci o metti in pausa',
  back: 'Indietro di %back% secondi',
  forward: 'Avanti di %forward% secondi',
  louder: 'Alza il volume',
  quieter: 'Abbassa il volume',
  mute: 'Disattiva o riattiva l’audio',
  tenths: 'Inizio, 10 % … 90 %',
  help: 'Questo elenco',
};
