/** Texts of the list of keys in English: apart, because few ever ask for it. */
export const keysHelpEn = {
  title: 'Keyboard shortcuts',
  space: 'Space',
  play: 'Play or pause',
  back: 'Back 5 seconds',
  forward: 'Forward 5 seconds',
  louder: 'Louder',
  quieter: 'Quieter',
  mute: 'Sound off or on',
  tenths: 'Start, 10 % … 90 %',
  help: 'This list',
};

export type KeysHelpMessages = Readonly<Record<keyof typeof keysHelpEn, string>>;
