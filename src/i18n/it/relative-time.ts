import type { RelativeTimeMessages } from '../messages.ts';

export const relativeTime: RelativeTimeMessages = {
  seconds_ago: 'pochi secondi fa',
  minute_ago: '1 minuto fa',
  minutes_ago: { one: '1 minuto fa', other: '%count% minuti fa' },
  hour_ago: 'circa 1 ora fa',
  hours_ago: { one: '1 ora fa', other: '%count% ore fa' },
  day_ago: '1 giorno fa',
  days_ago: { one: '1 giorno fa', other: '%count% giorni fa' },
  months_ago: { one: '1 mese fa', other: '%count% mesi fa' },
  years_ago: { one: '1 anno fa', other: '%count% anni fa' },
};
