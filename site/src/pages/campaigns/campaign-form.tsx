import { type AdCampaign, ALL_API_ROUTES } from 'earshot-site/contract';
import { useRef } from 'react';
import { changedFields } from '../../forms/changed-fields.ts';
import { SubmitButton, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { AudioField } from '../../studio/audio-field.tsx';
import { FieldGroup } from '../../studio/field-group.tsx';
import { MomentField } from '../../studio/moment-field.tsx';
import { isInWork, useAudio } from '../../studio/use-audio.ts';
import type { Owner } from './campaign-state.ts';
import { NEW_CAMPAIGN, toPayload, toValues } from './campaign-values.ts';
import { PositionsField } from './positions-field.tsx';

interface CampaignFormProps {
  owner: Owner;
  /** Null for a new one. */
  campaign: AdCampaign | null;
}

export function CampaignForm({ owner, campaign }: CampaignFormProps) {
  const { client } = useSite();
  const t = useTexts('ads');
  const saved = useRef(campaign ? toValues(campaign) : NEW_CAMPAIGN);
  const of = owner === null ? {} : { user_id: owner };
  const form = useForm({
    initial: saved.current,
    async save(values) {
      if (campaign) {
        const { campaign_id } = campaign;
        const change = toPayload(changedFields(saved.current, values));
        await client?.api.put(
          owner === null ? ALL_API_ROUTES.host_campaign : ALL_API_ROUTES.user_campaign,
          { ...of, campaign_id, ...change },
        );
      } else {
        await client?.api.post(
          owner === null ? ALL_API_ROUTES.host_campaigns : ALL_API_ROUTES.user_campaigns,
          { ...of, ...toPayload(changedFields(NEW_CAMPAIGN, values)) },
        );
      }
      saved.current = values;
    },
  });
  const audio = useAudio({
    loaded: null,
    onBegun: async (mediaId) => form.set('media_id', mediaId),
  });
  const isAudioOnItsWay = audio.sending !== null || isInWork(audio.media);
  const tell = () => {
    client?.notify(t(campaign ? 'saved' : 'created'), { level: 'success' });
    void client?.refresh();
  };
  return (
    <Form form={form} onSaved={tell}>
      <TextField
        name="title"
        label={t('name')}
        hint={t(owner === null ? 'host_name_hint' : 'name_hint')}
        maxLength={200}
      />
      <AudioField
        audio={audio}
        known={campaign}
        empty={t('no_audio')}
        error={form.errors.fields.media_id?.join(' ')}
      />
      <PositionsField />
      <FieldGroup title={t('times')}>
        <div className="studio-pair">
          <MomentField
            name="starts_at"
            label={t('starts_at')}
            hint={campaign ? undefined : t('starts_hint')}
          />
          <MomentField name="ends_at" label={t('ends_at')} hint={t('ends_hint')} />
        </div>
      </FieldGroup>
      <FieldGroup title={t('how_often')}>
        <div className="studio-pair">
          <TextField
            name="weight"
            type="number"
            min={1}
            max={100}
            label={t('weight')}
            hint={t('weight_hint')}
          />
          <TextField
            name="daily_cap"
            type="number"
            min={1}
            max={100}
            label={t('daily_cap')}
            hint={t('daily_cap_hint')}
          />
        </div>
      </FieldGroup>
      <p className="site-form-end studio-save">
        {isAudioOnItsWay ? (
          <span className="es-hint" role="status">
            {t('audio_wait')}
          </span>
        ) : (
          <SubmitButton>{t(campaign ? 'save' : 'create')}</SubmitButton>
        )}
      </p>
    </Form>
  );
}
