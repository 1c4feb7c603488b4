import type { LanguageMessages } from 'earshot/react';

const KINDS = ['script', 'shortcode', 'iframe'] as const;

/** The codes of a player, for scripts that show them without the dialog. */
export function EmbedTemplate({ texts }: { texts: LanguageMessages['embedDialog'] }) {
  return (
    <section className="site-embed" aria-label={texts.code}>
      {KINDS.map((kind) => (
        <label key={kind} className="es-field">
          {texts[kind]}
          <textarea readOnly rows={4} dir="ltr" defaultValue={`%${kind}%`} />
          <span className="es-hint">{texts[`${kind}_hint`]}</span>
        </label>
      ))}
    </section>
  );
}
