import { encodeQR } from 'qr';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { SHARE_WINDOW_HEIGHT_PX, SHARE_WINDOW_WIDTH_PX } from '../contract/limits.ts';
import { SHARE_LINKS } from '../embed/share-links.ts';
import { facebookShareUrl } from '../embed/source-item.ts';
import { Icon } from './icons.tsx';
import { MastodonForm } from './mastodon-form.tsx';
import { MAIL_ICON, NetworkIcon, type NetworkName, QR_ICON } from './network-icons.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

const QUIET_ZONE = 4; // modules (ISO/IEC 18004, 6.3.8)

/** An address as a QR code. Dark on white in both themes, because many cameras read only that. */
function QrCode({ text, label }: { text: string; label: string }) {
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

export interface ShareNetworksProps {
  title: string;
  /** The address to share. */
  url: string;
  /** The site's address that redirects to X. */
  twitter_url: string;
}

/** Social networks, mail, a QR code, and the system's own ways to share. */
export function ShareNetworks({ title, url, twitter_url }: ShareNetworksProps) {
  const t = useDialogTranslate();
  const [opened, setOpened] = useState<'mastodon' | 'qr' | null>(null);
  const toggle = (part: typeof opened) => () => setOpened(opened === part ? null : part);
  const page = { title, url };
  return (
    <>
      <ul className="es-networks">
        {url && <Network name="facebook" label="Facebook" href={facebookShareUrl(url)} />}
        <Network name="x" label="X" href={twitter_url} />
        <Toggle
          label="Mastodon"
          isOpen={opened === 'mastodon'}
          onToggle={toggle('mastodon')}
          icon={<NetworkIcon name="mastodon" />}
        />
        <Network name="bluesky" label="Bluesky" href={SHARE_LINKS.bluesky(page)} />
        <Network name="whatsapp" label="WhatsApp" href={SHARE_LINKS.whatsapp(page)} />
        <li>
          <a className="es-network" href={SHARE_LINKS.email(page)} target="_blank" rel="noopener">
            <Icon path={MAIL_ICON} />
            <span>{t('email')}</span>
          </a>
        </li>
        <Toggle
          label={t('qr_code')}
          isOpen={opened === 'qr'}
          onToggle={toggle('qr')}
          icon={<Icon path={QR_ICON} />}
        />
        <SystemShare {...page} />
      </ul>
      {opened === 'mastodon' && <MastodonForm page={page} />}
      {opened === 'qr' && <QrCode text={url} label={t('qr_code_of', { title })} />}
    </>
  );
}

function Network({ name, label, href }: { name: NetworkName; label: string; href: string }) {
  return (
    <li>
      <a
        className="es-network"
        href={href}
        target="_blank"
        rel="noopener"
        onClick={openShareWindow}
      >
        <NetworkIcon name={name} />
        <span>{label}</span>
      </a>
    </li>
  );
}

interface ToggleProps {
  label: string;
  icon: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
}

function Toggle({ label, icon, isOpen, onToggle }: ToggleProps) {
  return (
    <li>
      <button type="button" className="es-network" aria-expanded={isOpen} onClick={onToggle}>
        {icon}
        <span>{label}</span>
      </button>
    </li>
  );
}

/** Opens the system's share sheet, if there is one. */
function SystemShare({ title, url }: { title: string; url: string }) {
  const t = useDialogTranslate();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered('share' in navigator), []);
  if (!isOffered) return null;
  // Sharing fails if the listener closes the sheet or the frame does not allow it. The other ways still work.
  const share = () => navigator.share({ title, url }).catch(() => {});
  return (
    <li>
      <button type="button" className="es-network" onClick={share}>
        <Icon name="share" />
        <span>{t('share_more')}</span>
      </button>
    </li>
  );
}

/** Opens a link to a social network in a small window. If the browser blocks the window, the link works as usual. */
function openShareWindow(event: MouseEvent<HTMLAnchorElement>): void {
  const features = `width=${SHARE_WINDOW_WIDTH_PX},height=${SHARE_WINDOW_HEIGHT_PX}`;
  const opened = window.open(event.currentTarget.href, '_blank', features);
  if (!opened) return; // blocked, so the link opens normally
  opened.opener = null; // with `noopener`, open() would return null
  event.preventDefault();
}
