import { type EmbedChoice, heightBounds, heightOf } from '../embed/embed-choice.ts';
import { RadioGroup } from './radio-group.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

/** CSS pixels. One row, the default, a cover or a list, and a long list. */
const PRESETS = { slim: 80, standard: 200, tall: 400, large: 600 } as const;
type Preset = keyof typeof PRESETS;

export interface SizePresetsProps {
  choice: EmbedChoice;
  onChange: (height: number) => void;
}

/** Heights that suit the player. None is selected if the author typed another one. */
export function SizePresets({ choice, onChange }: SizePresetsProps) {
  const t = useDialogTranslate();
  const { max } = heightBounds(choice);
  const fitting = (Object.keys(PRESETS) as Preset[]).filter((name) => PRESETS[name] <= max);
  return (
    <RadioGroup
      label={t('size')}
      name="es-size"
      choices={fitting.map((value) => ({ value, label: t(value) }))}
      selected={fitting.find((name) => PRESETS[name] === heightOf(choice)) ?? null}
      onSelect={(name) => onChange(PRESETS[name])}
    />
  );
}
