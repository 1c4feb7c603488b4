import { type EmbedChoice, heightBounds, heightOf, isCoverLocked } from '../embed/embed-choice.ts';
import type { EmbedWidgetSettings } from '../embed/source-item.ts';
import { ColorField } from './color-field.tsx';
import { HeightField } from './height-field.tsx';
import { RadioGroup } from './radio-group.tsx';
import { StartField, StopField } from './start-stop-fields.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';
import { WidthField } from './width-field.tsx';

/** CSS pixels. One row, the default, a cover or a list, and a long list. */
const PRESETS = { slim: 80, standard: 200, tall: 400, large: 600 } as const;
type Preset = keyof typeof PRESETS;

interface SizePresetsProps {
  choice: EmbedChoice;
  onChange: (height: number) => void;
}

/** Suitable heights of the player. None is selected if the author typed another one. */
function SizePresets({ choice, onChange }: SizePresetsProps) {
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

export interface EmbedChoicesProps {
  choice: EmbedChoice;
  settings: EmbedWidgetSettings;
  /** Of the episode, in seconds; null for a show and while unknown. */
  duration: number | null;
  /** Whether the kind of code can load the player on a click. */
  canWait: boolean;
  change: (part: Partial<EmbedChoice>) => void;
}

/** The author's choices about the player. */
export function EmbedChoices(props: EmbedChoicesProps) {
  return (
    <div className="es-choices">
      <Look {...props} />
      <Size {...props} />
      <Playing {...props} />
    </div>
  );
}

function Look({ choice, settings, change }: EmbedChoicesProps) {
  const t = useDialogTranslate();
  const isLocked = isCoverLocked(settings);
  return (
    <>
      <RadioGroup
        label={t('theme')}
        name="es-theme"
        choices={[
          { value: 'automatic', label: t('automatic') },
          { value: 'light', label: t('light') },
          { value: 'dark', label: t('dark') },
        ]}
        selected={choice.theme}
        onSelect={(theme) => change({ theme })}
      />
      <ColorField color={choice.color} onChange={(color) => change({ color })} />
      <RadioGroup
        label={t('cover')}
        name="es-cover"
        choices={useSwitch()}
        selected={choice.cover ? 'enabled' : 'disabled'}
        isLocked={isLocked}
        {...(isLocked ? { hint: t('no_cover') } : {})}
        onSelect={(value) => change({ cover: value === 'enabled' })}
      />
    </>
  );
}

function Size({ choice, change }: EmbedChoicesProps) {
  return (
    <>
      <SizePresets choice={choice} onChange={(height) => change({ height })} />
      <div className="es-fields">
        <HeightField choice={choice} onChange={(height) => change({ height })} />
        <WidthField width={choice.width} onChange={(width) => change({ width })} />
      </div>
    </>
  );
}

function Playing({ choice, duration, canWait, change }: EmbedChoicesProps) {
  const t = useDialogTranslate();
  return (
    <>
      <RadioGroup
        label={t('playlist')}
        name="es-playlist"
        choices={useSwitch()}
        selected={choice.playlist ? 'enabled' : 'disabled'}
        onSelect={(value) => change({ playlist: value === 'enabled' ? 'show' : false })}
      />
      <div className="es-fields">
        <StartField
          seconds={choice.startAt}
          duration={duration}
          onChange={(startAt) => change({ startAt })}
        />
        <StopField
          seconds={choice.stopAt}
          start={choice.startAt}
          duration={duration}
          onChange={(stopAt) => change({ stopAt })}
        />
      </div>
      <Check
        label={t('autoplay')}
        hint={t('autoplay_hint')}
        isOn={choice.autoplay}
        onChange={(autoplay) => change({ autoplay })}
      />
      {canWait && (
        <Check
          label={t('load_on_click')}
          hint={t('load_on_click_hint')}
          isOn={choice.loadOnClick}
          onChange={(loadOnClick) => change({ loadOnClick })}
        />
      )}
    </>
  );
}

function useSwitch() {
  const t = useDialogTranslate();
  return [
    { value: 'enabled', label: t('enabled') },
    { value: 'disabled', label: t('disabled') },
  ] as const;
}

interface CheckProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Check({ label, hint, isOn, onChange }: CheckProps) {
  return (
    <label className="es-check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        <span className="es-hint">{hint}</span>
      </span>
    </label>
  );
}
