import { describe, expect, it } from 'vitest';
import { fillDates, noteOnDate } from '../../../src/features/imports/fill-dates.ts';
import { parseFeed } from '../../../src/features/imports/parse-feed.ts';

const feedOf = (dates: readonly string[], channel = '') => {
  const { items, dated_at } = parseFeed(
    `<rss version="2.0"><channel><title>Dates</title>${channel}${dates
      .map(
        (date, at) =>
          `<item><title>${at}</title><guid>${at}</guid><pubDate>${date}</pubDate><enclosure url="https://e.test/${at}.mp3" type="audio/mpeg"/></item>`,
      )
      .join('')}</channel></rss>`,
  );
  return fillDates(items, dated_at).map(({ published_at, assumed_date }) =>
    (published_at ?? assumed_date)?.toISOString(),
  );
};

describe('a date that cannot be read', () => {
  it.each([
    ['newest first', ['3 Jan 2024', 'soon', '', '1 Jan 2024'], '2024-01-02T23:59:59', '58'],
    ['oldest first', ['1 Jan 2024', 'soon', '', '3 Jan 2024'], '2024-01-01T00:00:01', '02'],
  ])('is that of the neighbour, %s', (_, dates, second, third) => {
    const read = feedOf(dates);
    expect(read[1]).toBe(`${second}.000Z`);
    expect(read[2]).toBe(`${second.slice(0, -2)}${third}.000Z`);
  });

  it('is that of another element of the item, if it has one', () => {
    const other =
      '</pubDate><d:date xmlns:d="http://purl.org/dc/elements/1.1/">2024-03-05T09:00Z</d:date><pubDate>';
    expect(feedOf(['2 Jan 2024', `soon${other}`])[1]).toBe('2024-03-05T09:00:00.000Z');
  });

  it('at the start is after the next item', () => {
    expect(feedOf(['soon', '2 Jan 2024', '1 Jan 2024'])[0]).toBe('2024-01-02T00:00:01.000Z');
  });

  it('is one like any other: the year 9999', () => {
    const read = feedOf(['31 Dec 9999 23:59', '2 Jan 2024', '1 Jan 2024']);
    expect(read[0]).toBe('2024-01-02T00:00:01.000Z');
  });

  it('is that of the feed if no item has one', () => {
    const dates = feedOf(['soon', 'soon'], '<lastBuildDate>5 Mar 2024 09:00 GMT</lastBuildDate>');
    expect(dates).toEqual(['2024-03-05T09:00:00.000Z', '2024-03-05T08:59:59.000Z']);
  });

  it('is named in the report', () => {
    const item = { published_at: null, date_text: 'soon', assumed_date: new Date() };
    expect(noteOnDate(item)).toBe(
      'its date "soon" cannot be read, so it gets that of its neighbour',
    );
    expect(noteOnDate({ ...item, published_at: new Date() })).toBeNull();
  });
});
