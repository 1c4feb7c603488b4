import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Action } from '../action.tsx';
import { useFormContext } from '../forms/form.tsx';
import { type Entry, ListField } from '../forms/list-field.tsx';
import { useTexts } from '../site-context.tsx';
import { findOwnPlace } from './own-place.ts';

const PLACES_MAX = 20;

/** The places of a show or an episode. A page needs the texts `feed` for it. */
export function PlacesField({ hint }: { hint: string }) {
  const form = useFormContext();
  const t = useTexts('feed');
  const studio = useTexts('studio');
  const box = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState({ text: '', isError: false });
  const places = form.values.locations as readonly Entry[];
  const newest = useRef(places); // finding the location may take long
  newest.current = places;

  const locate = async () => {
    if (isBusy) return;
    setBusy(true);
    const found = await findOwnPlace();
    setBusy(false);
    if ('failure' in found) {
      return setSaid({ text: t(`place_${found.failure}`), isError: true });
    }
    const place = { name: null, rel: null, geo: found.geo, osm: null, country: null };
    flushSync(() => form.set('locations', [...newest.current, place]));
    setSaid({ text: t('place_found'), isError: false });
    const names = box.current?.querySelectorAll<HTMLElement>('[data-first]') ?? [];
    [...names].at(-1)?.focus();
  };

  return (
    <div ref={box} className="studio-places">
      <ListField
        name="locations"
        label={t('places')}
        hint={hint}
        add={t('add_place')}
        max={PLACES_MAX}
        columns={[
          { name: 'name', label: t('name'), required: true },
          {
            name: 'rel',
            label: t('place_rel'),
            options: [
              { value: '', label: studio('none') },
              { value: 'subject', label: t('rel_subject') },
              { value: 'creator', label: t('rel_creator') },
            ],
          },
          { name: 'geo', label: t('geo'), placeholder: 'geo:45.44,12.33' },
          { name: 'country', label: t('country'), placeholder: 'IT' },
        ]}
      />
      {places.length < PLACES_MAX && (
        <Action aria-busy={isBusy} onClick={() => void locate()}>
          {t('use_location')}
        </Action>
      )}
      <p className="es-hint" role="status" data-level={said.isError ? 'error' : undefined}>
        {said.text}
      </p>
    </div>
  );
}
