import { CheckField, SelectField, TextField } from '../../forms/fields.tsx';
import { useTexts } from '../../site-context.tsx';
import { FieldGroup } from '../../studio/field-group.tsx';

/** The look of all players of the show on other pages, which need not be edited for it. */
export function PlayerFields() {
  const t = useTexts('studio');
  const themes = (['', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`player_theme_${value || 'system'}`),
  }));
  const panels = (['', 'episodes', 'chapters', 'notes', 'transcript'] as const).map((value) => ({
    value,
    label: t(`player_panel_${value || 'first'}`),
  }));
  return (
    <FieldGroup title={t('group_players')}>
      <p className="es-hint">{t('players_hint')}</p>
      <div className="studio-pair">
        <SelectField name="player_theme" label={t('player_theme')} options={themes} />
        <TextField
          name="player_color"
          label={t('player_color')}
          hint={t('player_color_hint')}
          placeholder="#0b6e5e"
          maxLength={7}
        />
      </div>
      <SelectField
        name="player_panel"
        label={t('player_panel')}
        hint={t('player_panel_hint')}
        options={panels}
      />
      <CheckField name="player_hide_sharing" label={t('player_hide_sharing')} />
      <CheckField name="player_hide_download" label={t('player_hide_download')} />
      <CheckField name="player_hide_logo" label={t('player_hide_logo')} />
      <CheckField
        name="player_override"
        label={t('player_override')}
        hint={t('player_override_hint')}
      />
    </FieldGroup>
  );
}
