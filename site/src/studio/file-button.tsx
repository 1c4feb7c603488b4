import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react';

interface FileButtonProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'accept' | 'aria-describedby' | 'aria-invalid'
  > {
  kind: 'primary' | 'secondary';
  isBusy?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button for choosing a file. A file that was chosen before the script arrived counts as well. */
export function FileButton({
  kind,
  isBusy = false,
  onFile,
  children,
  ...attributes
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = useRef(() => {});
  take.current = () => {
    const [file] = input.current?.files ?? [];
    if (!input.current || !file) return;
    input.current.value = ''; // allows choosing the same file again
    onFile(file);
  };
  useEffect(() => take.current(), []);
  return (
    <label className="es-action studio-file" data-kind={kind} aria-busy={isBusy || undefined}>
      {children}
      <input ref={input} type="file" {...attributes} onChange={() => take.current()} />
    </label>
  );
}
