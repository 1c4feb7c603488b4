import { OPTION_TABLE } from 'earshot/bar';
import { type EmbedOptionName, OPTION_NAMES, type OptionGroup } from 'earshot/embed';

/** A field of the form for one option. */
export interface OptionField {
  name: EmbedOptionName;
  hint: string;
  /** Values to choose from; the first omits the option. Without choices the developer types the value. */
  choices?: readonly (readonly [value: string, label: string])[];
}

/** The groups of fields. `resource` is not among them: its field lists the episodes and shows of the server. */
const LABELS: Readonly<Record<Exclude<OptionGroup, 'content'>, string>> = {
  look: 'How it looks',
  playing: 'How it plays',
  hidden: 'Which parts are hidden',
};

const plain = (markdown: string) => markdown.replaceAll('`', '').replace(/\[(.+?)\]\(.+?\)/g, '$1');

export const OPTION_GROUPS = Object.entries(LABELS).map(([group, label]) => ({
  label,
  fields: OPTION_NAMES.filter((name) => OPTION_TABLE[name].group === group).map(fieldOf),
}));

function fieldOf(name: EmbedOptionName): OptionField {
  const row = OPTION_TABLE[name];
  const hint = `${plain(row.description)} Default: ${plain(row.fallback)}.`;
  if (!('choices' in row) || !row.choices) {
    return { name, hint: `${hint} Values: ${plain(row.values)}.` };
  }
  const choices = row.choices.map((value) => [value, value] as const);
  return { name, hint, choices: [['', 'default'], ...choices] };
}
