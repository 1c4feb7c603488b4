import { type DragEvent, type ReactNode, useState } from 'react';

interface DropZoneProps {
  id?: string;
  label: string;
  onFile(file: File): void;
  children: ReactNode;
}

/** A section that takes a dropped file. */
export function DropZone({ id, label, onFile, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-label={label}
      className="studio-audio"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {children}
    </section>
  );
}

/** The attribute `accept` of a control for sound. */
export const AUDIO_FILES = 'audio/*,.mp3,.m4a,.ogg,.opus,.flac,.wav';
