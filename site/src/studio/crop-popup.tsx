import { Popup } from 'earshot/react';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { Action } from '../action.tsx';
import { useSite, useTexts } from '../site-context.tsx';
import { type Crop, cropRect, dragCrop, WHOLE, ZOOM_MAX } from './crop-rect.ts';

const SHOWN_PX = 320;
const SIDE_MIN_PX = 1_400;
const SIDE_MAX_PX = 3_000; // Apple Podcasts takes squares from 1400 to 3000 pixels
const QUALITY = 0.92;

interface CropPopupProps {
  picture: ImageBitmap;
  /** Receives the square as JPEG. */
  onCut(square: File): void;
  onClose(): void;
}

/** Crops a picture to a square: by dragging it, or with three sliders by keyboard. */
export function CropPopup({ picture, onCut, onClose }: CropPopupProps) {
  const { texts } = useSite();
  const t = useTexts('studio');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(WHOLE);
  const from = useRef<{ x: number; y: number } | null>(null);
  const { side } = cropRect(picture, crop);

  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const drag = ({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (!from.current) return;
    const { clientWidth: width } = currentTarget;
    const by = { x: (x - from.current.x) / width, y: (y - from.current.y) / width };
    from.current = { x, y };
    setCrop((before) => dragCrop(picture, before, by));
  };
  const cut = () => {
    const whole = document.createElement('canvas');
    whole.width = whole.height = Math.round(Math.min(SIDE_MAX_PX, side));
    draw(whole, picture, crop);
    whole.toBlob(
      (blob) => blob && onCut(new File([blob], 'cover.jpg', { type: blob.type })),
      'image/jpeg',
      QUALITY,
    );
  };

  return (
    <Popup label={t('crop')} onClose={onClose}>
      <h2>{t('crop')}</h2>
      <p className="es-hint">{t('crop_hint')}</p>
      <canvas
        ref={canvas}
        className="studio-crop"
        width={SHOWN_PX * 2}
        height={SHOWN_PX * 2}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = null;
        }}
      />
      <Slider
        label={t('crop_zoom')}
        value={crop.zoom}
        min={1}
        max={ZOOM_MAX}
        onChange={(zoom) => setCrop({ ...crop, zoom })}
      />
      <Slider label={t('crop_x')} value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
      <Slider label={t('crop_y')} value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
      {side < SIDE_MIN_PX && (
        <p className="es-hint" data-level="error" role="status">
          {t('crop_small', { side: Math.round(side) })}
        </p>
      )}
      <p className="site-form-end">
        <Action kind="primary" onClick={cut}>
          {t('crop_use')}
        </Action>
        <Action kind={null} onClick={onClose}>
          {texts.site.cancel}
        </Action>
      </p>
    </Popup>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange(value: number): void;
}

function Slider({ label, value, min = 0, max = 1, onChange }: SliderProps) {
  const id = useId();
  return (
    <p className="studio-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.02}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </p>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cropRect(picture, crop);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff'; // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}
