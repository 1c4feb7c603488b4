export interface RadioGroupProps<Value extends string> {
  label: string;
  /** The name of the inputs, unique on the page. */
  name: string;
  choices: readonly { value: Value; label: string }[];
  /** Null if none is selected. */
  selected: Value | null;
  isLocked?: boolean;
  /** Explains the state of the choices. */
  hint?: string;
  onSelect: (value: Value) => void;
}

/** A few choices side by side; the selected one is highlighted. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, name, choices, selected, isLocked = false, hint, onSelect } = props;
  return (
    <fieldset className="es-choice" disabled={isLocked} title={hint}>
      <legend>{label}</legend>
      <div className="es-segments">
        {choices.map(({ value, label }) => (
          <label key={value} data-selected={value === selected ? '' : undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === selected}
              onChange={() => onSelect(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
