import { useMemo, useState } from 'react';
import { COPIED_EMBED_DIALOG_MS } from '../contract/limits.ts';
import {
  changeChoice,
  choiceOf,
  chosenOptions,
  type EmbedChoice,
  heightOf,
  initialChoice,
} from '../embed/embed-choice.ts';
import { facadeSource } from '../embed/facade-source.ts';
import type { EmbedOptions } from '../embed/option-table.ts';
import { type EmbedSource, SNIPPETS, type SnippetKind } from '../embed/snippets.ts';
import { type EmbedSourceItem, widgetSettings } from '../embed/source-item.ts';
import { CopyField } from './copy-field.tsx';
import { EmbedChoices } from './embed-choices.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { RadioGroup } from './radio-group.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

const KINDS = Object.keys(SNIPPETS) as SnippetKind[];

export interface EmbedPanelProps {
  item: EmbedSourceItem;
  /** The show or episode that the code embeds, if it is not `item`. */
  embedded?: EmbedSourceItem;
  productName: string;
  widgetUrl: string;
  /** The options of the player in this frame, as initial values. Options without a field are kept. */
  options?: EmbedOptions;
}

/** The author's choices beside a preview, and the resulting code. */
export function EmbedPanel({
  item: shared,
  embedded: item = shared,
  productName,
  widgetUrl,
  options: own,
}: EmbedPanelProps) {
  const [kind, setKind] = useState<SnippetKind>('script');
  const settings = useMemo(() => {
    const found = widgetSettings(item, productName);
    return { ...found, widget_cover: own?.cover ?? found.widget_cover };
  }, [item, productName, own]);
  const [choice, setChoice] = useState(() =>
    own ? choiceOf(own, innerHeight, settings) : initialChoice(settings, item.part),
  );
  const change = (part: Partial<EmbedChoice>) =>
    setChoice((before) => changeChoice(before, part, settings));

  const options = { ...unchosen(own), ...chosenOptions(choice, settings) };
  const { title } = item;
  const { widget_link_url: link_url } = settings;
  const canWait = kind === 'script';
  const loadOnClick = canWait && choice.loadOnClick;
  const facade = facadeSource(item, widgetUrl);
  const source: EmbedSource = {
    options,
    title,
    link_url,
    widgetUrl,
    productName,
    loadOnClick,
    facade,
  };

  return (
    <div className="es-embed-form">
      <EmbedChoices {...{ choice, settings, canWait, change }} />
      {/* The preview is drawn above the code, but Tab reaches the code first: the preview has many stops. */}
      <Code kind={kind} source={source} onSelect={setKind} />
      <EmbedPreview widgetUrl={widgetUrl} options={options} height={heightOf(choice)} />
    </div>
  );
}

/** The options without a field in the dialog. */
function unchosen(own: EmbedOptions = {}): EmbedOptions {
  const {
    cover: _,
    theme: __,
    color: ___,
    t: ____,
    't-end': _____,
    autoplay: ______,
    ...kept
  } = own;
  return kept;
}

interface CodeProps {
  kind: SnippetKind;
  source: EmbedSource;
  onSelect: (kind: SnippetKind) => void;
}

function Code({ kind, source, onSelect }: CodeProps) {
  const t = useDialogTranslate();
  return (
    <div className="es-embed-code">
      <RadioGroup
        label={t('code_kind')}
        name="es-code-kind"
        choices={KINDS.map((value) => ({ value, label: t(value) }))}
        selected={kind}
        onSelect={onSelect}
      />
      <CopyField
        label={t('code')}
        text={SNIPPETS[kind](source)}
        feedbackMs={COPIED_EMBED_DIALOG_MS}
        isCode
      />
      <p className="es-hint">{t(`${kind}_hint`)}</p>
    </div>
  );
}
