import type { EmbedOptionName } from 'earshot/embed';
import { OPTION_GROUPS, type OptionField } from './option-fields.ts';
import type { PlaygroundData } from './page.ts';
import { resourcesOf } from './resource.ts';
import { isInvalid, type Settings } from './settings.ts';

export interface OptionsFormProps {
  data: PlaygroundData;
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
}

/** Every option of an embed, and the settings that only one kind has. */
export function OptionsForm({ data, settings, onChange }: OptionsFormProps) {
  const { texts, kind, onClick, sandboxed } = settings;
  const set = (name: EmbedOptionName, text: string) =>
    onChange({ texts: { ...texts, [name]: text } });
  return (
    <form className="pg-options" aria-labelledby="pg-options" onSubmit={(e) => e.preventDefault()}>
      <h2 id="pg-options">Options</h2>
      <label className="pg-resource">
        <code>resource</code>
        <select
          value={texts.resource ?? ''}
          onChange={(event) => set('resource', event.currentTarget.value)}
        >
          <Group label="Episodes" choices={resourcesOf(data.episodes)} />
          <Group label="Shows" choices={resourcesOf(data.shows)} />
          <Group
            label="Not there"
            choices={[{ value: 'episode_id=999999999', label: 'An unknown episode' }]}
          />
        </select>
      </label>
      {kind === 'script' && (
        <Switch
          label="data-load=click"
          hint="The page loads no player before a click"
          isOn={onClick}
          onChange={(on) => onChange({ onClick: on })}
        />
      )}
      {kind === 'iframe' && (
        <Switch
          label="sandbox"
          hint="Only allow-scripts: an opaque origin"
          isOn={sandboxed}
          onChange={(on) => onChange({ sandboxed: on })}
        />
      )}
      {OPTION_GROUPS.map(({ label, fields }) => (
        <fieldset key={label}>
          <legend>{label}</legend>
          {fields.map((field) => (
            <Field
              key={field.name}
              {...field}
              text={texts[field.name] ?? ''}
              isWrong={isInvalid(settings, field.name)}
              onInput={(text) => set(field.name, text)}
            />
          ))}
        </fieldset>
      ))}
    </form>
  );
}

function Group({ label, choices }: { label: string; choices: { value: string; label: string }[] }) {
  return (
    <optgroup label={label}>
      {choices.map(({ value, label: name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

interface FieldProps extends OptionField {
  text: string;
  isWrong: boolean;
  onInput: (text: string) => void;
}

function Field({ name, hint, choices, text, isWrong, onInput }: FieldProps) {
  const shared = { id: `pg-${name}`, 'aria-describedby': `pg-${name}-hint` };
  return (
    <div className="pg-field">
      <label htmlFor={shared.id}>
        <code>{name}</code>
      </label>
      {choices ? (
        <select {...shared} value={text} onChange={(event) => onInput(event.currentTarget.value)}>
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <div className={name === 'color' ? 'pg-color' : ''}>
          <input
            {...shared}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={text}
            aria-invalid={isWrong}
            onChange={(event) => onInput(event.currentTarget.value)}
          />
          {name === 'color' && <Picker text={text} onInput={onInput} />}
        </div>
      )}
      <small id={`pg-${name}-hint`}>{isWrong ? 'Invalid: ignored' : hint}</small>
    </div>
  );
}

const PRODUCT_COLOR = '0b6e5e';

function Picker({ text, onInput }: Pick<FieldProps, 'text' | 'onInput'>) {
  return (
    <input
      type="color"
      aria-label="Choose a colour"
      value={`#${/^#?([\da-f]{6})$/i.exec(text)?.[1] ?? PRODUCT_COLOR}`}
      onChange={(event) => onInput(event.currentTarget.value.slice(1))}
    />
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  return (
    <label className="pg-switch">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <code>{label}</code>
      <small>{hint}</small>
    </label>
  );
}
