import { useEffect, useMemo, useState } from 'react';
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
import { type EmbedText, textSnippet } from '../embed/text-snippet.ts';
import { createScope } from '../lib/scope.ts';
import { CopyField } from './copy-field.tsx';
import { EmbedChoices } from './embed-choices.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { loadEmbedText } from './load-embed-text.ts';
import { useTranslate } from './player-context.tsx';
import { RadioGroup } from './radio-group.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

const KINDS = Object.keys(SNIPPETS) as SnippetKind[];

/** `text`: the script snippet with the episode's text. */
type CodeKind = SnippetKind | 'text';

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
  const [kind, setKind] = useState<CodeKind>('script');
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
  const duration = item.resource === 'episode' ? item.duration : null;
  const { widget_link_url: link_url } = settings;
  const canWait = kind === 'script' || kind === 'text';
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
    holdsPlace: true,
  };

  return (
    <div className="es-embed-form">
      <EmbedChoices {...{ choice, settings, duration, canWait, change }} />
      {/* The preview is drawn above the code, but Tab reaches the code first: the preview has many stops. */}
      <Code
        kind={kind}
        source={source}
        textUrl={item.resource === 'episode' ? item.api_url : undefined}
        onSelect={setKind}
      />
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
    quote: ______,
    autoplay: _______,
    ...kept
  } = own;
  return kept;
}

interface CodeProps {
  kind: CodeKind;
  source: EmbedSource;
  /** The address of the text's episode in the API. */
  textUrl: string | undefined;
  onSelect: (kind: CodeKind) => void;
}

function Code({ kind, source, textUrl, onSelect }: CodeProps) {
  const t = useDialogTranslate();
  const player = useTranslate();
  const text = useEmbedText(kind === 'text' ? textUrl : undefined);
  const kinds: CodeKind[] = textUrl ? [...KINDS, 'text'] : KINDS;
  return (
    <div className="es-embed-code">
      <RadioGroup
        label={t('code_kind')}
        name="es-code-kind"
        choices={kinds.map((value) => ({ value, label: t(value) }))}
        selected={kind}
        onSelect={onSelect}
      />
      <CopyField
        label={t('code')}
        text={kind === 'text' ? writeText(source, text, player) : SNIPPETS[kind](source)}
        feedbackMs={COPIED_EMBED_DIALOG_MS}
        isCode
      />
      <p className="es-hint">{t(`${kind}_hint`)}</p>
    </div>
  );
}

/** The text of an episode. Null until it has arrived, `failed` if it does not arrive. */
function useEmbedText(url: string | undefined): EmbedText | 'failed' | null {
  const [text, setText] = useState<EmbedText | 'failed' | null>(null);
  useEffect(() => {
    const { signal, dispose } = createScope();
    setText(null);
    if (url) {
      loadEmbedText(url, signal).then(setText, () => signal.aborted || setText('failed'));
    }
    return dispose;
  }, [url]);
  return text;
}

function writeText(source: EmbedSource, text: EmbedText | 'failed' | null, t: PlayerTranslate) {
  if (text === 'failed') return t('error_NETWORK');
  return text ? textSnippet({ ...source, text }) : t('loading');
}

type PlayerTranslate = ReturnType<typeof useTranslate>;
