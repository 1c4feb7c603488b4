import { RESOURCE_FORM, readAddress, readResource, readSize, SIZE_FORM } from './read-option.ts';
import { readTime, TIME_FORM } from './time-range.ts';

/**
 * Every option of an embed. This file is the source for the parser, the snippets, the loader, `<earshot-player>`, the
 * form of the demo, the table in docs/embed.md and the attributes of the WordPress block; `node
 * scripts/embed-options.mjs` writes the last two.
 */

/**
 * The options in the player's address, in their order. One text takes fewer bytes in the
 * loader than a list. The order compresses best with `quote` at this place.
 */
const URL_OPTIONS =
  'theme cover playlist playlist-continuous playlist-loop playlist-autoupdate autoplay live-autoplay chapters-image panel hide-logo hide-likes quote hide-comments hide-sharing hide-download episode-image-position color culture t t-end consent';
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;

/** The loader uses only these names. */
export const URL_OPTION_NAMES = URL_OPTIONS.split(' ') as readonly Words<typeof URL_OPTIONS>[];

export type EmbedOptionName =
  | 'resource'
  | 'width'
  | 'height'
  | 'continue'
  | (typeof URL_OPTION_NAMES)[number];

export const DEFAULT_WIDTH = '100%';
export const DEFAULT_HEIGHT = '200px';

/** A kind of value: how it is read, and how it is described. */
interface Kind<Value> {
  /** A pattern for programs that cannot call `read`. JavaScript and PHP interpret it alike. */
  form: RegExp;
  /** The value of a text; undefined if the text is not valid. */
  read(text: string): Value | undefined;
  /** In Markdown. */
  values: string;
  /** If there are few values: all of them. */
  choices?: readonly string[];
}

interface OptionRow<Value = unknown> extends Kind<Value> {
  /** In Markdown: the behaviour without the option. */
  fallback: string;
  description: string;
  group: OptionGroup;
}

export type OptionGroup = 'content' | 'look' | 'playing' | 'hidden';

// Free of side effects: a bundle that only uses the names does not contain the table.
/* @__NO_SIDE_EFFECTS__ */
const matching = <Value>(form: RegExp, read: (text: string) => Value) => ({
  form,
  read: (text: string) => (form.test(text) ? read(text) : undefined),
});

const flag: Kind<boolean> = {
  ...matching(/^(true|false|1|0)$/, (text) => /t|1/.test(text)),
  values: '`true`, `false`',
  choices: ['true', 'false'],
};

/* @__NO_SIDE_EFFECTS__ */
const oneOf = <const Value extends string>(...choices: Value[]): Kind<Value> => ({
  form: new RegExp(`^(${choices.join('|')})$`),
  read: (text) => choices.find((choice) => choice === text),
  values: choices.map((choice) => `\`${choice}\``).join(', '),
  choices,
});

const size: Kind<string> = {
  form: SIZE_FORM,
  read: readSize,
  values: 'pixels or percent',
};

/* @__NO_SIDE_EFFECTS__ */
const hide = (what: string) =>
  ({ ...flag, fallback: '`false`', description: `Hides ${what}.`, group: 'hidden' }) as const;

/** In the order of snippets and documents. */
export const OPTION_TABLE = {
  resource: {
    form: RESOURCE_FORM,
    read: readResource,
    values: '`episode_id=N`, `show_id=N`',
    fallback: 'required',
    description: 'What the player plays: one episode, or the newest of a show.',
    group: 'content',
  },
  theme: {
    ...oneOf('light', 'dark'),
    fallback: "the listener's system decides",
    description: 'Light or dark colours.',
    group: 'look',
  },
  cover: {
    form: /^https:\/\/[^\s/?#%]+([/?#]\S*)?$/,
    read: readAddress,
    values: 'an https address',
    fallback: 'none',
    description: 'The cover of the player, if it plays one episode.',
    group: 'look',
  },
  playlist: {
    ...oneOf('show', 'false'),
    fallback: '`show` for a show, `false` for an episode',
    description: 'The list of the other episodes of the show.',
    group: 'playing',
  },
  'playlist-continuous': {
    ...flag,
    fallback: '`true`',
    description: 'Plays the next episode at the end of one.',
    group: 'playing',
  },
  'playlist-loop': {
    ...flag,
    fallback: '`false`',
    description: 'Starts again at the end of the list, or of an episode without a list.',
    group: 'playing',
  },
  'playlist-autoupdate': {
    ...flag,
    fallback: '`false`',
    description: 'Looks for new episodes every five minutes.',
    group: 'playing',
  },
  width: {
    ...size,
    fallback: `\`${DEFAULT_WIDTH}\``,
    description: 'Width of the frame.',
    group: 'look',
  },
  height: {
    ...size,
    fallback: `\`${DEFAULT_HEIGHT}\``,
    description: 'Height of the frame, at least 80 px.',
    group: 'look',
  },
  autoplay: {
    ...flag,
    fallback: '`false`',
    description: 'Plays at once if the browser allows it.',
    group: 'playing',
  },
  'live-autoplay': {
    ...flag,
    fallback: '`false`',
    description: 'The same, for live episodes only.',
    group: 'playing',
  },
  'chapters-image': {
    ...flag,
    fallback: '`false`',
    description: 'Shows the picture of the current chapter instead of the cover.',
    group: 'look',
  },
  panel: {
    ...oneOf('episodes', 'chapters', 'notes', 'transcript'),
    fallback: 'the first one that has content',
    description: 'The tab that the panel first shows. A player of 350 px and more has a panel.',
    group: 'look',
  },
  'hide-logo': hide('the link to the site'),
  'hide-likes': hide('likes'),
  quote: {
    ...matching(/^[a-z2-7]{12}$/, (text) => text),
    values: 'the id of a quote, `k3fq7a2mzd4x`',
    fallback: 'none',
    description:
      'Plays the words of a [quote](#quotes) of this episode, wherever they are now, instead of `t` and `t-end`.',
    group: 'playing',
  },
  'hide-comments': hide('comments'),
  'hide-sharing': hide('the share button'),
  'hide-download': hide('the download link'),
  'episode-image-position': {
    ...oneOf('left', 'right'),
    fallback: '`left`',
    description: 'The side on which the cover stands.',
    group: 'look',
  },
  color: {
    ...matching(/^#?([\da-fA-F]{3}|[\da-fA-F]{6})$/, (text) => text.replace('#', '')),
    values: 'hexadecimal, `0b6e5e`',
    fallback: 'the accent of the cover',
    description:
      'Colour of the buttons. Texts in it are darkened or lightened until they are readable.',
    group: 'look',
  },
  culture: {
    // The API accepts the same names. Languages have no case, and may name a script or a region of the UN (`es-419`).
    ...matching(/^[A-Za-z]{2,3}([-_][A-Za-z\d]{2,8})*$/, (text) => text),
    values: 'a language such as `it`',
    fallback: "the browser's language",
    description: 'Language of the texts.',
    group: 'look',
  },
  t: {
    form: TIME_FORM,
    read: readTime,
    values: 'seconds, `1m40s`, `12:40`',
    fallback: '`0`',
    description: 'The moment to start at.',
    group: 'playing',
  },
  't-end': {
    form: TIME_FORM,
    read: readTime,
    values: 'seconds, `1m40s`, `12:40`',
    fallback: 'the end of the episode',
    description: 'The moment to stop at, if it is after the start.',
    group: 'playing',
  },
  consent: {
    ...flag,
    fallback: 'the host decides',
    description:
      '`true` if the listener has agreed to ads and to counting what they hear, `false` if not. See [consent](#consent).',
    group: 'playing',
  },
  continue: {
    ...flag,
    fallback: '`false`',
    description:
      '[Keeps playing](#keep-playing) on the next page of the same site. Script snippet only.',
    group: 'playing',
  },
} as const satisfies Readonly<Record<EmbedOptionName, OptionRow>>;

/** The loader's own option: only the loader itself is requested before a click. */
export const LOAD_FORM = /^click$/;

export const OPTION_NAMES = Object.keys(OPTION_TABLE) as EmbedOptionName[];

/**
 * The colour scheme of the frame and of the page in it. It must be the same on both. Otherwise browsers paint an
 * opaque background behind the round corners of the player. Without a theme the listener's system decides.
 */
export const colorScheme = ({ theme }: EmbedOptions): string => theme ?? 'light dark';

/** The options of an embed, with the names shared by all kinds of snippets. */
export type EmbedOptions = {
  [Name in EmbedOptionName]?: NonNullable<ReturnType<(typeof OPTION_TABLE)[Name]['read']>>;
};
