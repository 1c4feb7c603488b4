import { useMemo, useState } from 'react';
import { COPIED_EMBED_DIALOG_MS } from '../contract/limits.ts';
import {
  changeChoice,
  choiceOf,
  chosenOptions,
  type EmbedChoice,
  heightOf,
  initialChoice,
  isCoverLocked,
} from '../embed/embed-choice.ts';
import type { EmbedOptions } from '../embed/option-table.ts';
import { playerUrl } from '../embed/player-url.ts';
import { type EmbedSource, SNIPPETS, type SnippetKind } from '../embed/snippets.ts';
import {
  type EmbedSourceItem,
  type EmbedWidgetSettings,
  widgetSettings,
} from '../embed/source-item.ts';
import { CopyField } from './copy-field.tsx';
import { HeightField } from './height-field.tsx';
import { RadioGroup } from './radio-group.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

const KINDS = Object.keys(SNIPPETS) as SnippetKind[];

export interface EmbedPanelProps {
  item: EmbedSourceItem;
  productName: string;
  widgetUrl: string;
  /** The options of the player in this frame, as initial values. Options without a field are kept. */
  options?: EmbedOptions;
}

/** The author's choices, the resulting code, and a preview. */
export function EmbedPanel({ item, productName, widgetUrl, options: own }: EmbedPanelProps) {
  const t = useDialogTranslate();
  const [kind, setKind] = useState<SnippetKind>('script');
  const settings = useMemo(() => {
    const found = widgetSettings(item, productName);
    return { ...found, widget_cover: own?.cover ?? found.widget_cover };
  }, [item, productName, own]);
  const [choice, setChoice] = useState(() =>
    own ? choiceOf(own, innerHeight, settings) : initialChoice(settings),
  );
  const change = (part: Partial<EmbedChoice>) =>
    setChoice((before) => changeChoice(before, part, settings));

  const { cover: _, ...kept } = own ?? {};
  const options = { ...kept, ...chosenOptions(choice, settings) };
  const { title } = item;
  const { widget_link_url: link_url } = settings;
  const source: EmbedSource = { options, title, link_url, widgetUrl, productName };

  return (
    <div className="es-embed-panel">
      <Choices {...{ choice, settings, change }} />
      <RadioGroup
        label={t('code_kind')}
        name="es-code-kind"
        choices={KINDS.map((value) => ({ value, label: t(value) }))}
        selected={kind}
        onSelect={setKind}
      />
      <p className="es-hint">{t(`${kind}_hint`)}</p>
      <CopyField
        label={t('code')}
        text={SNIPPETS[kind](source)}
        feedbackMs={COPIED_EMBED_DIALOG_MS}
        isCode
      />
      <Preview url={playerUrl(widgetUrl, silent(options))} height={heightOf(choice)} />
    </div>
  );
}

interface ChoicesProps {
  choice: EmbedChoice;
  settings: EmbedWidgetSettings;
  change: (part: Partial<EmbedChoice>) => void;
}

function Choices({ choice, settings, change }: ChoicesProps) {
  const t = useDialogTranslate();
  const isLocked = isCoverLocked(settings);
  const switches = [
    { value: 'enabled', label: t('enabled') },
    { value: 'disabled', label: t('disabled') },
  ] as const;
  return (
    <div className="es-choices">
      <RadioGroup
        label={t('theme')}
        name="es-theme"
        choices={[
          { value: 'light', label: t('light') },
          { value: 'dark', label: t('dark') },
        ]}
        selected={choice.theme}
        onSelect={(theme) => change({ theme })}
      />
      <RadioGroup
        label={t('cover')}
        name="es-cover"
        choices={switches}
        selected={choice.cover ? 'enabled' : 'disabled'}
        isLocked={isLocked}
        {...(isLocked ? { hint: t('no_cover') } : {})}
        onSelect={(value) => change({ cover: value === 'enabled' })}
      />
      <RadioGroup
        label={t('playlist')}
        name="es-playlist"
        choices={switches}
        selected={choice.playlist ? 'enabled' : 'disabled'}
        onSelect={(value) => change({ playlist: value === 'enabled' ? 'show' : false })}
      />
      <HeightField choice={choice} onChange={(height) => change({ height })} />
    </div>
  );
}

/** The preview must not autoplay. */
function silent(options: EmbedOptions): EmbedOptions {
  const { autoplay: _, 'live-autoplay': __, ...silent } = options;
  return silent;
}

/** A new frame for each address: changing the address of a frame would add an entry to the page's history. */
function Preview({ url, height }: { url: string; height: number }) {
  const t = useDialogTranslate();
  return (
    <iframe
      key={url}
      className="es-preview"
      src={url}
      title={t('preview')}
      height={height}
      loading="lazy"
      allow="autoplay"
    />
  );
}
