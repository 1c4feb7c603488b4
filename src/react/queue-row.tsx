import type { PointerEvent, ReactNode } from 'react';
import type { QueueItem } from '../engine/player.ts';
import { Icon } from './icons.tsx';
import { DRAG_ICON } from './more-icons.ts';
import { RowOptions } from './row-options.tsx';
import type { UpNextTranslate } from './up-next-translate.ts';

export interface QueueRowProps {
  item: QueueItem;
  onDragStart: (event: PointerEvent) => void;
  t: UpNextTranslate;
  children: ReactNode;
}

/** A row of the queue: a handle for dragging, and a menu that does the same without a pointer. */
export function QueueRow({ item, onDragStart, t, children }: QueueRowProps) {
  const title = item.title ?? '';
  return (
    <li className="es-queue-row">
      <span
        className="es-drag"
        title={t('drag', { title })}
        onPointerDown={onDragStart}
        aria-hidden="true"
      >
        <Icon path={DRAG_ICON} />
      </span>
      {children}
      <RowOptions label={t('options', { title })} item={item} />
    </li>
  );
}
