import type { EmbedOptionName } from 'earshot/embed';

/** How an option is chosen. What it is called is the option's own name. */
export interface OptionField {
  name: EmbedOptionName;
  hint: string;
  /** A few values to choose from, the first being the absence of one. Without them it is typed. */
  choices?: readonly (readonly [value: string, label: string])[];
  placeholder?: string;
}

const YES_NO = [
  ['', 'default'],
  ['true', 'true'],
  ['false', 'false'],
] as const;

const flag = (name: EmbedOptionName, hint: string): OptionField => ({
  name,
  hint,
  choices: YES_NO,
});

export interface OptionGroup {
  label: string;
  fields: readonly OptionField[];
}

/** Every option but `resource`, which has its own choice. */
export const OPTION_GROUPS: readonly OptionGroup[] = [
  {
    label: 'What it looks like',
    fields: [
      {
        name: 'theme',
        hint: 'Absent: the listener’s system decides',
        choices: [
          ['', 'system'],
          ['light', 'light'],
          ['dark', 'dark'],
        ],
      },
      { name: 'color', hint: 'Hex; the contrast is kept readable', placeholder: '0b6e5e' },
      { name: 'cover', hint: 'An https address', placeholder: 'https://' },
      {
        name: 'episode-image-position',
        hint: 'The side of the picture',
        choices: [
          ['', 'default'],
          ['left', 'left'],
          ['right', 'right'],
        ],
      },
      flag('chapters-image', 'Pictures of chapters'),
      { name: 'width', hint: 'Pixels or percent', placeholder: '100%' },
      { name: 'height', hint: 'Pixels, from 80 up', placeholder: '200px' },
      {
        name: 'culture',
        hint: 'Absent: the browser’s language',
        choices: [
          ['', 'browser'],
          ['en', 'en'],
          ['it', 'it'],
        ],
      },
    ],
  },
  {
    label: 'How it plays',
    fields: [
      {
        name: 'playlist',
        hint: 'The other episodes of the show',
        choices: [
          ['', 'default'],
          ['show', 'show'],
          ['false', 'false'],
        ],
      },
      flag('playlist-continuous', 'Goes on with the next; true by default'),
      flag('playlist-loop', 'Begins again at the end'),
      flag('playlist-autoupdate', 'Looks for new episodes'),
      flag('autoplay', 'If the browser allows it'),
      flag('live-autoplay', 'The same for live episodes'),
      { name: 't', hint: 'Second to start at', placeholder: '0' },
    ],
  },
  {
    label: 'What it leaves out',
    fields: [
      flag('hide-logo', 'The name of the product'),
      flag('hide-likes', 'Likes'),
      flag('hide-comments', 'Comments'),
      flag('hide-sharing', 'The share button'),
      flag('hide-download', 'The download link'),
    ],
  },
];
