import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

test('an author adds their own place to an episode', async ({ page, context, product }) => {
  const { token } = await signUp(page, product);
  const author = authorOf(page.request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const { episode } = await author.post('/episode', { show_id: show.show_id, title: 'Low tide' });
  // A browser that does not know the place reports it.
  await page.goto(`${product.site}/dashboard/shows/${show.show_id}/feed`);
  await expectAlive(page.getByRole('button', { name: 'Use my location' }));
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('This page is not allowed to know where you are.')).toBeVisible();

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 45.43713, longitude: 12.33265 });
  await page.goto(`${product.site}/dashboard/episodes/${episode.episode_id}`);
  const button = page.getByRole('button', { name: 'Use my location' });
  await expectAlive(button);
  await button.click();
  const place = page.getByRole('group', { name: 'Places 1' });
  await expect(place.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Venice');
  await expect(place.getByLabel('Coordinates')).toHaveValue('geo:45.437,12.333');
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const saved = await author.get(`/episode/${episode.episode_id}`);
  expect(saved.episode.locations).toEqual([
    { name: 'Venice', geo: 'geo:45.437,12.333', rel: null, osm: null, country: null },
  ]);
});
