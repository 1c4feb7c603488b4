import { encodeQR } from 'qr';
import { useMemo } from 'react';

const QUIET_ZONE = 4; // modules (ISO/IEC 18004, 6.3.8)

/** An address as a QR code. Dark on white in both themes, because many cameras read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
    const cells = rows.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
    );
    return { path: cells.join(''), size: rows.length };
  }, [text]);
  return (
    <svg
      className="es-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
