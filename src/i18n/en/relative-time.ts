/** How long ago something happened. */
export const relativeTime = {
  seconds_ago: 'few seconds ago',
  minute_ago: '1 minute ago',
  minutes_ago: { one: '1 minute ago', other: '%count% minutes ago' },
  hour_ago: 'about 1 hour ago',
  hours_ago: { one: '1 hour ago', other: '%count% hours ago' },
  day_ago: '1 day ago',
  days_ago: { one: '1 day ago', other: '%count% days ago' },
  months_ago: { one: '1 month ago', other: '%count% months ago' },
  years_ago: { one: '1 year ago', other: '%count% years ago' },
} as const;
