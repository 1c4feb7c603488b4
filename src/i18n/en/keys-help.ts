/** Texts of the list of keyboard shortcuts. */
export const keysHelp = {
  title: 'Keyboard shortcuts',
  space: 'Space',
  play: 'Play or pause',
  back: 'Back %back% seconds',
  forward: 'Forward %forward% seconds',
  louder: 'Louder',
  quieter: 'Quieter',
  mute: 'Sound off or on',
  tenths: 'Start, 10 % … 90 %',
  help: 'This list',
} as const;
