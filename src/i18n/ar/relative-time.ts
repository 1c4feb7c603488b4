// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { RelativeTimeMessages } from '../messages.ts';

export const relativeTime: RelativeTimeMessages = {
  seconds_ago: 'قبل ثوانٍ',
  minute_ago: 'قبل دقيقة',
  minutes_ago: {
    zero: 'قبل %count% دقيقة',
    one: 'قبل دقيقة',
    two: 'قبل دقيقتين',
    few: 'قبل %count% دقائق',
    many: 'قبل %count% دقيقة',
    other: 'قبل %count% دقيقة',
  },
  hour_ago: 'قبل ساعة تقريبًا',
  hours_ago: {
    zero: 'قبل %count% ساعة',
    one: 'قبل ساعة',
    two: 'قبل ساعتين',
    few: 'قبل %count% ساعات',
    many: 'قبل %count% ساعة',
    other: 'قبل %count% ساعة',
  },
  day_ago: 'قبل يوم',
  days_ago: {
    zero: 'قبل %count% يوم',
    one: 'قبل يوم',
    two: 'قبل يومين',
    few: 'قبل %count% أيام',
    many: 'قبل %count% يومًا',
    other: 'قبل %count% يوم',
  },
  months_ago: {
    zero: 'قبل %count% شهر',
    one: 'قبل شهر',
    two: 'قبل شهرين',
    few: 'قبل %count% أشهر',
    many: 'قبل %count% شهرًا',
    other: 'قبل %count% شهر',
  },
  years_ago: {
    zero: 'قبل %count% سنة',
    one: 'قبل سنة',
    two: 'قبل سنتين',
    few: 'قبل %count% سنوات',
    many: 'قبل %count% سنة',
    other: 'قبل %count% سنة',
  },
};
