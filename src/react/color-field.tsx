import type { EmbedDialogMessageKey } from '../i18n/messages.ts';
import { accentStyle } from './accent.ts';
import { useDialogTranslate } from './use-dialog-translate.ts';

/** Suggestions, as six hexadecimal digits: they suit both themes. */
const SWATCHES = ['0b6e5e', '1f5fbf', 'b3336b', 'c4541a'] as const;

export interface ColorFieldProps {
  /** Six hexadecimal digits; null for the default. */
  color: string | null;
  onChange: (color: string | null) => void;
}

/** The colour of the buttons: the default, a suggestion, or any other. */
export function ColorField({ color, onChange }: ColorFieldProps) {
  const t = useDialogTranslate();
  const isOwn = color !== null && !SWATCHES.some((swatch) => swatch === color);
  return (
    <fieldset className="es-choice">
      <legend>{t('color')}</legend>
      <div className="es-swatches">
        <Swatch label={t('automatic')} isChosen={color === null} onChoose={() => onChange(null)} />
        {SWATCHES.map((swatch) => (
          <Swatch
            key={swatch}
            label={`#${swatch}`}
            color={swatch}
            isChosen={color === swatch}
            onChoose={() => onChange(swatch)}
          />
        ))}
        <input
          type="color"
          className="es-swatch"
          data-selected={isOwn ? '' : undefined}
          aria-label={t('own_color')}
          value={`#${color ?? SWATCHES[0]}`}
          onInput={(event) => onChange(event.currentTarget.value.slice(1))}
          onChange={() => {}}
        />
      </div>
      {color !== null && (
        <p className="es-hint">
          {contrastHints(color)
            .map((hint) => t(hint))
            .join(' ')}
        </p>
      )}
    </fieldset>
  );
}

interface SwatchProps {
  label: string;
  /** Absent: the colour of the artwork. */
  color?: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Swatch({ label, color, isChosen, onChoose }: SwatchProps) {
  return (
    <label
      className="es-swatch"
      data-selected={isChosen ? '' : undefined}
      style={(color && { '--es-swatch': `#${color}` }) as object}
    >
      <input
        type="radio"
        name="es-color"
        aria-label={label}
        checked={isChosen}
        onChange={onChoose}
      />
      {!color && label}
    </label>
  );
}

/** The changes that the player makes so that buttons and texts in this colour are readable. */
function contrastHints(color: string): EmbedDialogMessageKey[] {
  const [light, dark] = [accentStyle(color, 'light'), accentStyle(color, 'dark')];
  const isKept = (style: typeof light) => style?.['--es-accent-ink'] === style?.['--es-accent'];
  return [
    light?.['--es-on-accent'] === '#fff' ? 'light_glyph' : 'dark_glyph',
    ...(isKept(light) ? [] : (['darkened_text'] as const)),
    ...(isKept(dark) ? [] : (['lightened_text'] as const)),
  ];
}
