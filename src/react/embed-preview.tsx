import { useEffect, useRef, useState } from 'react';
import { colorScheme, type EmbedOptions } from '../embed/option-table.ts';
import { playerUrl } from '../embed/player-url.ts';
import { RadioGroup } from './radio-group.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

/** Widths of the page around the preview, in CSS pixels. */
const PAGE_WIDTHS = { phone: 360, desktop: 720 } as const;

export interface EmbedPreviewProps {
  widgetUrl: string;
  options: EmbedOptions;
  /** CSS pixels. */
  height: number;
}

/** The player as in a page: as wide as on a phone or a desktop, and scaled down if there is too little room. */
export function EmbedPreview({ widgetUrl, options, height }: EmbedPreviewProps) {
  const t = useDialogTranslate();
  const [page, setPage] = useState<keyof typeof PAGE_WIDTHS>('phone');
  const width = widthIn(PAGE_WIDTHS[page], options.width);
  const { room, box } = useRoom();
  const scale = Math.min(1, room.width / width, room.height / height);
  const url = playerUrl(widgetUrl, silent(options));
  return (
    <div className="es-preview-side">
      <div ref={box} className="es-preview-page">
        <div className="es-preview-box" style={{ width: width * scale, height: height * scale }}>
          {/* A new frame for each address: changing the address of a frame would add an entry to the page's history. */}
          <iframe
            key={url}
            className="es-preview"
            src={url}
            title={t('preview')}
            width={width}
            height={height}
            style={{ colorScheme: colorScheme(options), transform: `scale(${scale})` }}
            allow="autoplay"
          />
        </div>
      </div>
      <RadioGroup
        label={t('page_width')}
        name="es-page-width"
        choices={[
          { value: 'phone', label: t('phone') },
          { value: 'desktop', label: t('desktop') },
        ]}
        selected={page}
        onSelect={setPage}
      />
    </div>
  );
}

/** CSS pixels of a width option in a page, `640px` or `80%`. */
function widthIn(page: number, width = '100%'): number {
  const number = Number.parseFloat(width);
  return Math.min(page, width.endsWith('%') ? (page * number) / 100 : number);
}

/** The preview must not autoplay. */
function silent(options: EmbedOptions): EmbedOptions {
  const { autoplay: _, 'live-autoplay': __, ...silent } = options;
  return silent;
}

/** The room inside an element, in CSS pixels. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<{ width: number; height: number }>(PHONE);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { room, box };
}

/** Until the element is measured. */
const PHONE = { width: 300, height: 240 };
